export * from './document.ts';
export * from './document-content.ts';
export * from './document-versions.ts';
export * from './documents.events.ts';
export * from './documents.ts';
export * from './edits.ts';
export * from './limits.ts';
