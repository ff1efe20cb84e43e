export * from './folder.ts';
export * from './folders.events.ts';
export * from './limits.ts';
