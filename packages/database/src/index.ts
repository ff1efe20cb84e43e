export * from './clock.ts';
export * from './cursor.ts';
export * from './database.ts';
export * from './failure.ts';
export * from './id.ts';
export * from './migrate.ts';
export * from './page.ts';
export * from './version.ts';
