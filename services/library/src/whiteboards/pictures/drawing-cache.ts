import { createHash } from 'node:crypto';
import type { PictureOptions } from '@space/board/picture';
import type { PictureJobs } from '@space/board/png';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { LRUCache } from 'lru-cache';

/** Draws elements in one of the forms. */
export type Draw = <Name extends keyof PictureJobs>(
  space: string,
  name: Name,
  elements: readonly BoardElement[],
  options: PictureOptions,
) => Promise<PictureJobs[Name]['returns']>;

/** Bytes of the drawings that a process has in its cache. */
const CACHE_BYTES = 32 * 1_048_576;

/**
 * Returns a function that draws as another one, with a cache of the last drawings. A key is the digest of all that the drawing shows, so a
 * drawing is never stale: until a whiteboard changes, each version is drawn once in each form.
 */
export function cacheDrawings(draw: Draw): Draw {
  const cache = new LRUCache<string, PictureJobs[keyof PictureJobs]['returns']>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (drawing) => ('svg' in drawing ? 2 * drawing.svg.length : drawing.png.length),
  });
  return async function drawOnce(space, name, elements, options) {
    const key = digestOf([space, name, elements, { ...options, images: [...(options.images ?? [])] }]);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const drawing = await draw(space, name, elements, options);
    cache.set(key, drawing);
    return drawing;
  };
}

const digestOf = (shown: unknown): string => createHash('sha256').update(JSON.stringify(shown)).digest('base64');
