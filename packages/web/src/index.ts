export * from './csp.ts';
export * from './document.ts';
export * from './error-page.ts';
export * from './html.ts';
export * from './public-origin.ts';
export * from './rate-limit-key.ts';
export * from './tokens.ts';
export * from './visitor-limiter.ts';
