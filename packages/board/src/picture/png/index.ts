export { drawPng } from './draw-png.ts';
export type { BoardPng, PictureJobs, PictureRequest } from './picture-job.ts';
export { createPicturePool, type PicturePool, type PicturePoolOptions } from './picture-pool.ts';
