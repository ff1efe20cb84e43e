export * from './limits.ts';
export * from './live-answers.ts';
export * from './live-directory.ts';
export * from './live-kinds.ts';
export * from './live-signal.ts';
export * from './live-ticket.ts';
