import { MAX_PICTURE_PIXELS } from '@space/contracts/assets';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

// The formats of `decodedPictures` and no other: SVG and PDF would be programs.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
});
sharp.cache(false);
sharp.concurrency(1);

const OPTIONS: SharpOptions = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', autoOrient: true };

/** Returns a picture, turned as its orientation says; of an animation the first image. Nothing is decoded yet. */
export const openPicture = (bytes: Uint8Array): Sharp => sharp(bytes, OPTIONS);
