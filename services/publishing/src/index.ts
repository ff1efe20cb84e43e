export { publishingService } from './service.ts';
