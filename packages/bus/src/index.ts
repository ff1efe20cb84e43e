export * from './bus.ts';
export * from './endpoint.ts';
export * from './in-process.ts';
export * from './nats.ts';
export * from './parse-json.ts';
export * from './request.ts';
