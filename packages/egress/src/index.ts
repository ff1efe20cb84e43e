export * from './egress.ts';
export * from './public-address.ts';
export * from './resolve.ts';
