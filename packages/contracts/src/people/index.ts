export * from './identities.ts';
export * from './limits.ts';
export * from './members.ts';
export * from './passkeys.ts';
export * from './people-directory.ts';
export * from './person.ts';
