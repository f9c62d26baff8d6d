export { Article, Kind } from './article';
