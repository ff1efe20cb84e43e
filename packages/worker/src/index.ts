export * from './periodic.ts';
export * from './wakeup.ts';
