import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { MEDIA_WORK_ATTEMPTS, MEDIA_WORK_MS } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import { MAX_WAITING_VARIANTS, VARIANT_MS } from '@space/contracts/uploads';
import { isoTime } from '@space/database';
import { objectsOf, type Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { readFile } from '../file/read-file.ts';
import { Unreadable } from '../file/unreadable.ts';
import type { VariantInput } from '../picture/make-variant.ts';
import { WorkerEnded } from '../worker/worker-process.ts';
import type { Workers } from '../worker/workers.ts';
import { variantKey } from './variant-keys.ts';
import {
  claimVariant,
  failVariant,
  findVariants,
  finishVariant,
  releaseVariant,
  type VariantRef,
  type VariantRow,
} from './variants.queries.ts';

/** The time for which a process claims a variant. */
const CLAIM_MS = MEDIA_WORK_MS + MINUTE_MS;

/** The pause between two looks at a variant that another process makes. */
const LOOK_MS = 100;

/** A variant to make from a picture. */
interface NewVariant {
  readonly ref: VariantRef;
  readonly content_type: string;
  /** The media type and the bytes of the picture. */
  readonly file: { readonly content_type: string; readonly size: number };
  readonly plan: Omit<VariantInput, 'bytes' | 'content_type' | 'size'>;
}

/** Makes a variant, or waits until another process has made it. */
export type MakeVariant = (variant: NewVariant) => Promise<VariantRow>;

/** Returns the refusal of a picture that cannot be decoded. */
export const undecodable = (): Problem => new Problem('conflict', 'The picture cannot be decoded; leave w, ratio and f out for the file.');

/** Creates the maker of variants. Each one is made once, however many ask for it at the same time, in this process and in others. */
export function variantMaker(ports: Ports, workers: Workers): MakeVariant {
  const { database, clock } = ports;
  const inProgress = new Map<string, Promise<VariantRow>>();

  /** Makes a variant that this process has claimed. */
  async function make({ ref, content_type, file, plan }: NewVariant): Promise<VariantRow> {
    const { space_id, sha256, name } = ref;
    const store = objectsOf(ports);
    const bytes = await readFile(store, space_id, sha256, file.size);
    if (!bytes) throw gone();
    const made = await workers.run('variant', { bytes, ...file, ...plan }, { space: space_id });
    const etag = createHash('sha256').update(made).digest('hex');
    await store.put(variantKey(ref), oneChunk(made), { content_type, size: made.byteLength });
    if (!(await finishVariant(database, ref, { size: made.byteLength, etag }))) {
      await store.remove([variantKey(ref)]);
      throw gone();
    }
    return { name, status: 'stored', content_type, size: made.byteLength, etag, is_stale: false };
  }

  async function makeClaimed(variant: NewVariant, attempts: number): Promise<VariantRow> {
    const isLast = attempts >= MEDIA_WORK_ATTEMPTS;
    try {
      if (attempts > MEDIA_WORK_ATTEMPTS) throw new Unreadable('worker_ended');
      return await make(variant);
    } catch (error) {
      const isWorker = error instanceof WorkerEnded;
      if (error instanceof Unreadable || (isWorker && isLast)) {
        await failVariant(database, variant.ref);
        throw Object.assign(undecodable(), { cause: error });
      }
      await releaseVariant(database, variant.ref, isoTime(clock.now()), isWorker);
      if (isWorker) throw busy('The picture took too long; try again.', error);
      throw error;
    }
  }

  async function makeOrWait(variant: NewVariant): Promise<VariantRow> {
    const isFull = workers.load() >= MAX_WAITING_VARIANTS.process || workers.load(variant.ref.space_id) >= MAX_WAITING_VARIANTS.space;
    if (isFull) throw busy('Too many pictures wait to be made; try again in a moment.');
    for (const deadline = performance.now() + VARIANT_MS; ; ) {
      const now = clock.now();
      const claim = { now: isoTime(now), until: isoTime(now + CLAIM_MS) };
      const attempts = await claimVariant(database, variant.ref, variant.content_type, claim);
      if (attempts !== null) return makeClaimed(variant, attempts);
      const [row] = await findVariants(database, variant.ref, [variant.ref.name], claim.now);
      if (!row) throw gone();
      if (row.status === 'stored') return row;
      if (row.status === 'failed') throw undecodable();
      if (performance.now() > deadline) throw busy('The picture is being made; try again in a moment.');
      await delay(LOOK_MS);
    }
  }

  return function makeOnce(variant) {
    const key = variantKey(variant.ref);
    const current = inProgress.get(key) ?? makeOrWait(variant).finally(() => inProgress.delete(key));
    inProgress.set(key, current);
    return current;
  };
}

const gone = (): Problem => new Problem('not_found', 'The file was deleted a moment ago.');

const busy = (sentence: string, cause?: unknown): Problem =>
  Object.assign(new Problem('unavailable', sentence, { retry_after_s: 1 }), { cause });

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
