/** The reason why a question that kills Redis, or needs another one, is not asked of a run with REDIS_URL. */
export const REDIS_OF_THE_USER = {
  reason: 'the bench neither kills the Redis of REDIS_URL nor starts another one like it',
  remedy: 'measure without REDIS_URL, so that the bench starts a Redis of its own',
};
