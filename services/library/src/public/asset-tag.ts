import type { Signals } from '@space/bus';
import { CACHE_INVALIDATED } from '@space/contracts/core';

/** Makes every gateway drop its answers that depend on who may read the bytes of these assets. Call it after the commit. */
export function invalidateAssets(bus: Signals, ids: readonly string[]): void {
  if (ids.length > 0) bus.publish(CACHE_INVALIDATED, Buffer.from(JSON.stringify(ids.map((id) => `asset:${id}`))));
}
