import type { Call } from '@space/bus';
import { agentOf, assertAll } from '@space/contracts/core';
import type { Listener } from '@space/contracts/events';
import type { Ports } from '@space/runtime';
import { assertReferencesExist, idsInListenerFilters } from '../references/filter-references.ts';
import { assertChangeFits, assertFiltersApply, type GivenListenerFields } from './listener-faults.ts';
import { findListener } from './listeners.queries.ts';

type FilterPorts = Pick<Ports, 'database' | 'bus'>;

/**
 * Throws one problem for all filters of a new listener that can never apply: those of types that it does not name (`invalid`),
 * and those by ids that its Space does not have (`unresolved_reference`).
 */
export const assertNewFilters = (ports: FilterPorts, call: Call, listener: Pick<Listener, 'event_types' | 'filters'>): Promise<void> =>
  assertAll([(async () => assertFiltersApply(listener))(), assertReferencesExist(ports, call, idsInListenerFilters(listener.filters))]);

/**
 * Throws one problem for all fields of a change that the listener cannot have, as it is stored now: ids that neither its Space nor
 * its stored filters have are `unresolved_reference`. Does nothing for a listener that the caller cannot change.
 */
export async function assertChange(ports: FilterPorts, call: Call, id: string, change: GivenListenerFields): Promise<void> {
  const row = await findListener(ports.database, call.caller.space_id, id);
  if (!row) return;
  const listener = JSON.parse(row.json) as Listener;
  const agent = agentOf(call.caller);
  if (agent !== null && listener.agent_id !== agent) return;
  await assertAll([
    (async () => assertChangeFits(change, listener))(),
    assertReferencesExist(ports, call, idsInListenerFilters(change.filters ?? {}), idsInListenerFilters(listener.filters)),
  ]);
}
