export { mediaService } from './service.ts';
