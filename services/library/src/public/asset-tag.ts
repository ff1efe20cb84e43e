import type { Signals } from '@space/bus';
import { CACHE_INVALIDATED, type EventType } from '@space/contracts/core';
import { assetTag } from '@space/contracts/uploads';
import type { Transaction, Writer } from '@space/event-log';

/** Makes every gateway drop its answers that depend on these assets. Call it after the commit. */
export function invalidateAssets(bus: Signals, ids: readonly string[]): void {
  if (ids.length > 0) bus.publish(CACHE_INVALIDATED, Buffer.from(JSON.stringify(ids.map(assetTag))));
}

/** Returns a writer that invalidates the assets about which a change has emitted an event, after its commit. */
export const invalidatingWriter = (writer: Writer, bus: Signals): Writer => ({
  ...writer,
  async write(call, change) {
    let changed: string[] = [];
    const answer = await writer.write(call, (tx) => {
      changed = [];
      return change(watched(tx, (id) => changed.push(id)));
    });
    if (!call.dry_run) invalidateAssets(bus, [...new Set(changed)]);
    return answer;
  },
});

/** Returns a transaction that reports the asset of each event. */
function watched<E extends EventType>(tx: Transaction<E>, report: (asset_id: string) => void): Transaction<E> {
  const emit: Transaction<E>['emit'] = (type, data, actor) => {
    const { asset_id } = data as { readonly asset_id?: unknown };
    if (typeof asset_id === 'string') report(asset_id);
    tx.emit(type, data, actor);
  };
  return Object.assign(Object.create(tx), { emit });
}
