export * from './html.ts';
export * from './public-origin.ts';
export * from './rate-limit-key.ts';
