export * from './bus.ts';
export * from './endpoint.ts';
export { validate } from './field-errors.ts';
export * from './in-process.ts';
export * from './nats.ts';
export type { NatsLogin, NatsServer } from './nats-connection.ts';
export * from './parse-json.ts';
export * from './request.ts';
export * from './storage-room.ts';
