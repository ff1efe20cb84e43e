export * from './condition-sql.ts';
export * from './date-condition-sql.ts';
export * from './date-span.ts';
export * from './date-value.ts';
export * from './filter-kind.ts';
export * from './filter-tree-sql.ts';
