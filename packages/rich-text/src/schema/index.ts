export * from './attributes.ts';
export * from './limits.ts';
export * from './marks.ts';
export * from './nodes.ts';
export * from './schema.ts';
