export * from './activity.ts';
export * from './agent-directory.ts';
export * from './agents.ts';
export * from './key-directory.ts';
export * from './limits.ts';
export * from './settings.ts';
export * from './space-directory.ts';
export * from './storage.ts';
