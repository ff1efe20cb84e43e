export * from './periodic.ts';
export * from './periodic-task.ts';
export * from './polling-task.ts';
export * from './retention-task.ts';
export * from './task.ts';
export * from './thread-priority.ts';
export * from './turns.ts';
export * from './wakeup.ts';
