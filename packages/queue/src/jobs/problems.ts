import { HttpProblem, Overloaded } from '@cpu-bound/service';

const PARAMETER = 'Idempotency-Key';

export function keyUnusable(): HttpProblem {
  const accepted = '1 to 64 letters, digits, dashes or underscores';
  const detail = `Idempotency-Key is not usable; accepted: ${accepted}`;
  return new HttpProblem({ title: 'Bad Request', status: 400, detail, parameter: PARAMETER, accepted });
}

export const keyUsedBefore = (): HttpProblem =>
  new HttpProblem({
    title: 'Unprocessable Content',
    status: 422,
    detail: 'this Idempotency-Key was used for a job with other parameters; accepted: a new key',
    parameter: PARAMETER,
  });

export const full = (of: 'jobs' | 'bytes'): Overloaded =>
  new Overloaded(
    of === 'jobs'
      ? 'more jobs are waiting than this service accepts'
      : 'the jobs so far and their results take all the memory that there is for them',
  );

/** Redis has not said whether the job is stored: the only answer after which it may be. */
export const undecided = (): HttpProblem =>
  new HttpProblem(
    {
      title: 'Service Unavailable',
      status: 503,
      detail: 'Redis has not said whether the job is stored; send it again with the same Idempotency-Key',
    },
    { 'Retry-After': '5' },
  );

export const notFound = (): HttpProblem =>
  new HttpProblem({
    title: 'Not Found',
    status: 404,
    detail: 'there is no such job: never was, was cancelled, or is finished for longer than it is kept',
  });

export const conflict = (state: string): HttpProblem =>
  new HttpProblem({
    title: 'Conflict',
    status: 409,
    detail: `the job is ${state}; accepted: a job that is waiting`,
  });
