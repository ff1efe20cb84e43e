export * from './asset-content.ts';
export * from './byte-doors.ts';
export * from './limits.ts';
export * from './upload-directory.ts';
