import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { Connection } from '../connections/connection.ts';
import type { Refusal } from '../orders/store-orders.ts';

/**
 * Stores at the webhooks that said refunds first which of those are not counted, and why; the others are done. A webhook that waits to
 * be read again says so itself.
 */
export const saveRefusals = (tx: CommonQueryMethods, { space_id, id }: Pick<Connection, 'space_id' | 'id'>, refusals: readonly Refusal[]) =>
  tx.query(sql.typeAlias('void')`
    update commerce.inbox as i set status = case when r.reason is null then 'done' else 'failed' end,
      error_path = case when r.reason is not null then 'amount' end, error_message = r.reason
    from ${unnestRows(
      refusals.flatMap(({ event_id, reason }) => (event_id === null ? [] : [{ event_id, reason }])),
      { event_id: 'text', reason: 'text' },
      'r',
    )}
    where i.space_id = ${space_id} and i.integration_id = ${id} and i.event_id = r.event_id and i.status in ('done', 'failed')`);
