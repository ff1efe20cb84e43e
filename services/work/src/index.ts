export { workService } from './service.ts';
