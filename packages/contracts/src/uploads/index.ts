export * from './asset-content.ts';
export * from './asset-tag.ts';
export * from './asset-variants.ts';
export * from './byte-doors.ts';
export * from './limits.ts';
export * from './picture-variant.ts';
export * from './processing-status.ts';
export * from './upload-directory.ts';
