export { schedulingService } from './service.ts';
