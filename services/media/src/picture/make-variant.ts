import type { StoredVariant } from '@space/contracts/uploads';
import type { Sharp } from 'sharp';
import type { FileBytes } from '../file/file-bytes.ts';
import { openPicture } from './open-picture.ts';

/** The format of a variant. */
type VariantFormat = StoredVariant['format'];

/** A picture with the part and the width that its variant has. */
export interface VariantInput extends FileBytes {
  readonly crop: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly isCropped: boolean;
  readonly width: number;
  readonly format: VariantFormat;
}

const encoders: Readonly<Record<VariantFormat, (picture: Sharp) => Sharp>> = {
  webp: (picture) => picture.webp({ quality: 80, effort: 4 }),
  jpeg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }),
  png: (picture) => picture.png({ compressionLevel: 7 }),
  avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
};

/** Returns the bytes of a variant: turned, cropped, and then made smaller. No metadata of the picture is in it, also no place. */
export async function makeVariant({ bytes, crop, isCropped, width, format }: VariantInput): Promise<Uint8Array> {
  const whole = openPicture(bytes);
  const part = isCropped ? whole.extract(crop) : whole;
  return encoders[format](part.resize({ width, withoutEnlargement: true })).toBuffer();
}
