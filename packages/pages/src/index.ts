export * from './html.ts';
export * from './public-origin.ts';
