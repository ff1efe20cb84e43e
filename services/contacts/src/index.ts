export { contactsService } from './service.ts';
