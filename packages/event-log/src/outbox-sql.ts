import { sql, unnestRows } from '@space/database';
import type { EmittedEvent } from './outbox.ts';

/** Builds the name of a schema's outbox. */
export const outboxTable = (schema: string) => sql.identifier([schema, 'outbox']);

/** Builds the rows of events, to follow `insert into <schema>.outbox (id, space_id, type, body, trace)`. */
export const outboxRows = (events: readonly EmittedEvent[], trace: string | null) => sql.fragment`
  select id, space_id, type, body, ${trace}::text
  from ${unnestRows(events, { id: 'text', space_id: 'text', type: 'text', body: 'text' }, 'event')}`;
