export { tablesService } from './service.ts';
