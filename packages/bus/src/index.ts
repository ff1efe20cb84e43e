export * from './answer.ts';
export * from './ask.ts';
export * from './bus.ts';
export * from './call.ts';
export * from './in-process.ts';
export * from './nats.ts';
export * from './parse-json.ts';
