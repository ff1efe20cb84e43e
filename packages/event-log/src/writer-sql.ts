import type { EmittedBy, Operation } from '@space/contracts/core';
import { sql } from '@space/database';
import type { FragmentSqlToken, QuerySqlToken } from 'slonik';
import { z } from 'zod';
import type { EmittedEvent } from './outbox.ts';
import { outboxRow, outboxRows, outboxTable } from './outbox-sql.ts';

/** A mark in the JSON of an answer and of events, such as a random text, that the statement replaces by a value. */
interface Filling {
  readonly mark: string;
  /** An expression over `change` of type text that needs no escape in JSON. */
  readonly value: FragmentSqlToken;
}

/** A change that is one statement: what it inserts or updates, the answer built from its rows, and its events. */
export interface SingleStatementWrite<O extends Operation> {
  /** An insert, update or delete with a `returning` clause. */
  readonly change: FragmentSqlToken;
  /** Further parts of the same statement, which may read `change`, each of the form `name as (…)`. */
  readonly also?: readonly FragmentSqlToken[];
  /** The answer as JSON: an expression over `change`, or its text if that is known before. */
  readonly answer: FragmentSqlToken | string;
  /** Marks in the text of the answer and in the events, which the statement replaces. */
  readonly fill?: readonly Filling[];
  /** The version in the answer's ETag: a number, or an expression over `change`. */
  readonly version?: number | FragmentSqlToken;
  /** The name of the prepared statement, if the text of the statement is always the same. */
  readonly prepare?: string;
  emit(event: <T extends EmittedBy<O>>(type: T, data: z.input<T['data']>) => void): void;
}

/** The result of a single statement: answer and version, null where the caller knows them. */
export const WriteRow = z.object({ text: z.string().nullable(), version: z.number().nullable() });

/** Builds the statement of a change with the insert of its events. It returns no row if `change` returns none. */
export function singleStatement<O extends Operation>(
  schema: string,
  { change, also = [], answer, fill = [], version, prepare }: Omit<SingleStatementWrite<O>, 'emit'>,
  events: readonly EmittedEvent[],
  trace: string | null,
): QuerySqlToken<typeof WriteRow> {
  const [event] = events;
  const only = events.length === 1 ? event : undefined;
  // The row of one event and those of several are different texts, and so different prepared statements.
  const tag = prepare ? sql.prepared(only ? prepare : `${prepare}-events`, WriteRow) : sql.type(WriteRow);
  const filled = (text: FragmentSqlToken) =>
    fill.reduce((before, { mark, value }) => sql.fragment`replace(${before}, ${mark}, (select ${value} from change limit 1))`, text);
  const known = typeof answer === 'string' ? fill.length > 0 && filled(sql.fragment`${answer}::text`) : sql.fragment`(${answer})::text`;
  return tag`
    with ${sql.join([sql.fragment`change as (${change})`, ...also], sql.fragment`, `)},
    emitted as (
      insert into ${outboxTable(schema)} (id, space_id, type, body, trace)
      select id, space_id, type, ${filled(sql.fragment`body`)}, trace
      from (${only ? outboxRow(only, trace) : outboxRows(events, trace)}) as event (id, space_id, type, body, trace) where exists (select from change)
    )
    select ${known || sql.fragment`null`} as text,
      ${typeof version === 'object' ? sql.fragment`(${version})::bigint` : sql.fragment`null::bigint`} as version
    from change limit 1`;
}

/** Builds the statement that inserts events into an outbox. */
export const insertEvents = (schema: string, events: readonly EmittedEvent[], trace: string | null) => sql.typeAlias('void')`
  insert into ${outboxTable(schema)} (id, space_id, type, body, trace) ${outboxRows(events, trace)}`;
