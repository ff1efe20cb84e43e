export * from './html.ts';
export * from './public-origin.ts';
export * from './visitor-network.ts';
