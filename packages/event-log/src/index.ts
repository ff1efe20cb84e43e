export * from './dead-letter.ts';
export * from './event-log.ts';
export * from './idempotency.ts';
export * from './outbox.ts';
export * from './postgres.ts';
export * from './writer.ts';
