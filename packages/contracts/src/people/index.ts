export * from './limits.ts';
export * from './members.ts';
export * from './people-directory.ts';
export * from './person.ts';
