import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { VARIANT_MS } from './limits.ts';
import { AskedVariant } from './picture-variant.ts';

/** Formats that a reader says to know. */
export const AcceptedFormat = z.enum(['avif', 'webp']);

/** A format that a reader says to know. */
export type AcceptedFormat = z.output<typeof AcceptedFormat>;

/** A variant in the object store. */
export const StoredVariant = z.object({
  object_key: z.string().max(120),
  format: z.enum(['webp', 'jpeg', 'png', 'avif']),
  content_type: z.string(),
  size: z.int(),
  etag: z.string().describe('The SHA-256 of its bytes in hex'),
});

/** A variant in the object store. */
export type StoredVariant = z.output<typeof StoredVariant>;

/** Variants of pictures, over the bus only. The caller is in the Space of the picture, and may read it. */
export const assetVariants = contract({
  name: 'asset_variants',
  service: 'media',
  tag: 'Variants of pictures',
  description: 'Makes variants of pictures when they are asked for, and finds those that are there.',
  operations: {
    open: operation({
      summary: 'Find or make a variant of a picture',
      description:
        'Waits until it is there. Requests for one variant at the same time make it once. `auto` is AVIF only if it was made before, WebP for a reader that accepts it, and JPEG or PNG otherwise. Throws not_found for a file that is gone, conflict for one that cannot be decoded, and unavailable when too many wait.',
      audience: 'internal',
      input: z.strictObject({
        sha256: z.string(),
        content_type: z.string(),
        size: z.int(),
        width: z.int(),
        height: z.int(),
        focal_point: z.object({ x: z.number(), y: z.number() }).nullable(),
        asked: AskedVariant,
        accepts: z.array(AcceptedFormat),
      }),
      output: StoredVariant,
      deadline_ms: VARIANT_MS + 5_000,
    }),
  },
});
