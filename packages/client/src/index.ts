export * from './client.ts';
export * from './space-error.ts';
export * from './verify-webhook.ts';
