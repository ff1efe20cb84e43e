export * from './element.ts';
export * from './limits.ts';
export * from './new-element.ts';
export * from './schema-version.ts';
export * from './style.ts';
