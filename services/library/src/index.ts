export { libraryService } from './service.ts';
