import { z } from 'zod';
import { ProcessingStatus } from '../uploads/processing-status.ts';
import { MAX_PICTURE_BYTES } from './limits.ts';

/** The works that media does on the bytes of a file. */
export const processingWorks = ['picture', 'text'] as const;

/** A work that media does on the bytes of a file. */
export const ProcessingWork = z.enum(processingWorks);

/** A work that media does on the bytes of a file. */
export type ProcessingWork = z.output<typeof ProcessingWork>;

/** The media types of pictures that are decoded. */
export const decodedPictures: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/** Returns the works that a file needs, by its kind and size. */
export function worksOf({ content_type, size }: { readonly content_type: string; readonly size: number }): readonly ProcessingWork[] {
  return decodedPictures.includes(content_type) && size <= MAX_PICTURE_BYTES ? ['picture'] : [];
}

/** The fields of an asset that media finds in its bytes. */
export const processingFields = {
  width: z.int().nullable().describe('Pixels of a picture as it is seen; null before it was read'),
  height: z.int().nullable(),
  placeholder: z.string().nullable().describe('A tiny picture as a data URL, to show until the picture has arrived'),
  processing: z
    .object({ dimensions: ProcessingStatus, placeholder: ProcessingStatus, text: ProcessingStatus })
    .describe('State of each part that the bytes show; asset_processed says when all have ended'),
};
