import { Problem } from '@space/contracts/core';
import { MAX_UPLOADS_AT_A_TIME } from '@space/contracts/uploads';

/** The uploads that one gateway receives at a time: each holds a part of its body in memory. */
export interface UploadSlots {
  /** Takes a slot for an upload of a Space and returns the function that frees it. Throws `unavailable` when there is no slot. */
  take(space_id: string): () => void;
}

/** Creates the slots of one gateway. A Space has at most a third of them. */
export function createUploadSlots(): UploadSlots {
  const bySpace = new Map<string, number>();
  let taken = 0;
  return {
    take(space_id) {
      const own = bySpace.get(space_id) ?? 0;
      if (taken >= MAX_UPLOADS_AT_A_TIME.gateway || own >= MAX_UPLOADS_AT_A_TIME.space)
        throw new Problem('unavailable', 'Too many uploads are arriving; try again in a few seconds.', { retry_after_s: 3 });
      taken += 1;
      bySpace.set(space_id, own + 1);
      return function free() {
        taken -= 1;
        const left = bySpace.get(space_id)! - 1;
        if (left === 0) bySpace.delete(space_id);
        else bySpace.set(space_id, left);
      };
    },
  };
}
