import { type Bus, request } from '@space/bus';
import type { Caller, OutputOf } from '@space/contracts/core';
import { keyDirectory } from '@space/contracts/platform';

type Judgement = OutputOf<typeof keyDirectory.operations.introspect>;

/** A judgement holds for the steps that begin within so many milliseconds: as long as a revocation may take to be felt. */
const HOLDS_MS = 1_000;
/** Keys that are remembered at once. */
const REMEMBERED = 1_000;

/** What the key may do now that an automation acts for; throws the Problem when nobody can say. */
export type Authority = (caller: Caller) => Promise<Judgement>;

/** Asks the gateway, once for all steps that begin close together. */
export function authority(bus: Pick<Bus, 'request'>): Authority {
  const remembered = new Map<string, { readonly until: number; readonly judgement: Promise<Judgement> }>();
  return (caller) => {
    const now = performance.now();
    const known = remembered.get(caller.key_id);
    if (known && known.until > now) return known.judgement;
    if (remembered.size >= REMEMBERED) remembered.clear();
    const judgement = request(bus, { caller, request_id: caller.actor.id, trace: {} }, keyDirectory, 'introspect', { id: caller.key_id });
    remembered.set(caller.key_id, { until: now + HOLDS_MS, judgement });
    judgement.catch(() => remembered.delete(caller.key_id));
    return judgement;
  };
}
