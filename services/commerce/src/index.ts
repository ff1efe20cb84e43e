export { commerceService } from './service.ts';
