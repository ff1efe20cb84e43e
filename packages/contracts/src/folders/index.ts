export * from './folder.ts';
export * from './folders.events.ts';
export * from './folders.ts';
export * from './limits.ts';
