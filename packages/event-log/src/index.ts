export * from './dead-letters.queries.ts';
export * from './event-log.ts';
export * from './idempotency.queries.ts';
export * from './outbox.ts';
export * from './outbox-sql.ts';
export * from './postgres.ts';
export * from './redeliver.ts';
export * from './writer.ts';
