export * from './http-requests.ts';
export * from './limits.ts';
export * from './secret.ts';
export * from './secret-settings.ts';
export * from './secrets.events.ts';
export * from './secrets.ts';
