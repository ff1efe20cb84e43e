import type { Signals } from '@space/bus';
import { liveSignal } from '@space/contracts/core';
import { type LiveSignal, MAX_LIVE_PART_BYTES } from '@space/contracts/live';

const publish = (bus: Signals, document_id: string, signal: LiveSignal): void =>
  bus.publish(liveSignal(document_id), Buffer.from(JSON.stringify(signal)));

/** Announces to the gateways with live connections that a document has a later version, or is gone. A lost message has its effect 5 seconds later. */
export const announceLater = (bus: Signals, document_id: string): void => publish(bus, document_id, { kind: 'changed' });

/** Announces stored updates of a document to the gateways with live connections. Gateways read those that are too large for a message. */
export function announceUpdates(
  bus: Signals,
  document_id: string,
  {
    first_version,
    updates,
    batch,
  }: { readonly first_version: number; readonly updates: readonly Uint8Array[]; readonly batch: string | null },
): void {
  if (updates.reduce((sum, { length }) => sum + length, 0) > MAX_LIVE_PART_BYTES) {
    announceLater(bus, document_id);
    return;
  }
  publish(bus, document_id, {
    kind: 'updates',
    first_version,
    updates: updates.map((update) => Buffer.from(update).toString('base64')),
    batch,
  });
}
