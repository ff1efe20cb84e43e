export { integrationsService } from './service.ts';
