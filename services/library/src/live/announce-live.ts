import type { Signals } from '@space/bus';
import { liveSignal } from '@space/contracts/core';
import { type LiveSignal, MAX_LIVE_PART_BYTES } from '@space/contracts/live';
import type { StoredUpdates } from '../contents/kinds/content-ports.ts';

const publish = (bus: Signals, id: string, signal: LiveSignal): void => bus.publish(liveSignal(id), Buffer.from(JSON.stringify(signal)));

/** Announces to the gateways with live connections that a content has a later version, or is gone. A lost message has its effect 5 seconds later. */
export const announceLater = (bus: Signals, id: string): void => publish(bus, id, { kind: 'changed' });

/** Announces stored updates of a content to the gateways with live connections. Gateways read those that are too large for a message. */
export function announceUpdates(bus: Signals, id: string, { first_version, updates, batch }: StoredUpdates): void {
  if (updates.reduce((sum, { length }) => sum + length, 0) > MAX_LIVE_PART_BYTES) {
    announceLater(bus, id);
    return;
  }
  publish(bus, id, {
    kind: 'updates',
    first_version,
    updates: updates.map((update) => Buffer.from(update).toString('base64')),
    batch,
  });
}
