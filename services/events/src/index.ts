export { newSigningSecret } from './listeners/signing-secret.ts';
export { eventsService } from './service.ts';
