export * from './asset.ts';
export * from './asset-sharing.ts';
export * from './asset-uploads.ts';
export * from './asset-versions.ts';
export * from './assets.events.ts';
export * from './assets.ts';
export * from './limits.ts';
export * from './upload.ts';
