export * from './client.ts';
export type * from './contracts.ts';
export type { Paged } from './pages.ts';
export * from './space-error.ts';
