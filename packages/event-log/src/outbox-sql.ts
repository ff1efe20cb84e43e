import { sql, unnestRows } from '@space/database';
import type { EmittedEvent } from './outbox.ts';

/** Builds the name of a schema's outbox. */
export const outboxTable = (schema: string) => sql.identifier([schema, 'outbox']);

/**
 * Builds the rows of events, to follow `insert into <schema>.outbox (id, space_id, type, body, trace)`. The text is the same
 * for any number of events, so that a prepared statement may contain it.
 */
export const outboxRows = (events: readonly EmittedEvent[], trace: string | null) => sql.fragment`
  select id, space_id, type, body, ${trace}::text
  from ${unnestRows(events, { id: 'text', space_id: 'text', type: 'text', body: 'text' }, 'event')}`;

/** Builds the row of one event, as `outboxRows` does for several: parameters cost less than arrays. */
export const outboxRow = ({ id, space_id, type, body }: EmittedEvent, trace: string | null) =>
  sql.fragment`select ${id}::text, ${space_id}::text, ${type}::text, ${body}::text, ${trace}::text`;
