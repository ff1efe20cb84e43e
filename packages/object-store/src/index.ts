export { createFolderStore } from './folder/folder-store.ts';
export * from './open-object-store.ts';
export * from './port/byte-range.ts';
export * from './port/object-key.ts';
export * from './port/object-store.ts';
export * from './port/object-store-error.ts';
export * from './port/observed-store.ts';
