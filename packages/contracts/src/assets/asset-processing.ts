import { z } from 'zod';
import { ProcessingStatus } from '../uploads/processing-status.ts';
import { MAX_ASSET_TEXT_BYTES, MAX_PICTURE_BYTES, MAX_TEXT_SOURCE_BYTES } from './limits.ts';

/** The works that media does on the bytes of a file. */
export const processingWorks = ['picture', 'text'] as const;

/** A work that media does on the bytes of a file. */
export const ProcessingWork = z.enum(processingWorks);

/** A work that media does on the bytes of a file. */
export type ProcessingWork = z.output<typeof ProcessingWork>;

/** The media types of pictures that are decoded. */
export const decodedPictures: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

const WHOLE_TEXT =
  /^application\/(?:pdf|vnd\.(?:openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)|oasis\.opendocument\.(?:text|spreadsheet|presentation)))$/;
const PLAIN_TEXT = /^(?:text\/.+|application\/(?:json|yaml|xml|x-subrip|.+\+(?:json|xml)))$/;

/** Returns the bytes of a file from which its text is read: all of a PDF or office file, and the beginning of a text; undefined without text. */
export function textBytesOf({ content_type, size }: { readonly content_type: string; readonly size: number }): number | undefined {
  if (WHOLE_TEXT.test(content_type)) return size <= MAX_TEXT_SOURCE_BYTES ? size : undefined;
  return PLAIN_TEXT.test(content_type) ? Math.min(size, MAX_ASSET_TEXT_BYTES) : undefined;
}

/** Returns the works that a file needs, by its kind and size. */
export function worksOf(file: { readonly content_type: string; readonly size: number }): readonly ProcessingWork[] {
  const isPicture = decodedPictures.includes(file.content_type) && file.size <= MAX_PICTURE_BYTES;
  return [...(isPicture ? (['picture'] as const) : []), ...(textBytesOf(file) === undefined ? [] : (['text'] as const))];
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
