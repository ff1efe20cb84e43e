import { changesSignal } from '@space/contracts/core';
import type { Change } from '@space/contracts/events';
import type { Signals } from './bus.ts';

/** Announces to the consoles of a Space which of their reads are stale. A lost message costs a stale view for a minute. */
export const announceChanges = (bus: Signals, space_id: string, changes: readonly Change[]): void =>
  bus.publish(changesSignal(space_id), Buffer.from(JSON.stringify(changes)));
