export * from './checked-kind.ts';
export * from './file-name.ts';
export * from './metadata/strip-metadata.ts';
export * from './picture-size.ts';
export * from './read-kind.ts';
export * from './safe-kinds.ts';
export * from './text-kinds.ts';
