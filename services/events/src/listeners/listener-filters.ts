import type { CallContext } from '@space/bus';
import type { Listener } from '@space/contracts/events';
import type { Ports } from '@space/runtime';
import { assertReferencesExist, idsInListenerFilters } from '../references/filter-references.ts';
import { findListener } from './listeners.queries.ts';

/** Throws `unresolved_reference` for ids in the new filters of a listener that neither its Space nor its stored filters have. */
export async function assertChangedFilters(
  ports: Pick<Ports, 'database' | 'bus'>,
  context: CallContext,
  id: string,
  filters: Listener['filters'] | undefined,
): Promise<void> {
  if (filters === undefined) return;
  const row = await findListener(ports.database, context.caller.space_id, id);
  const stored = row ? (JSON.parse(row.json) as Listener).filters : {};
  await assertReferencesExist(ports, context, idsInListenerFilters(filters), idsInListenerFilters(stored));
}
