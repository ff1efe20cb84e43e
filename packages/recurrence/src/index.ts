export * from './next-day.ts';
export * from './recurrence-rule.ts';
export * from './series.ts';
