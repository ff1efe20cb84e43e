import { type Answer, type Call, Json } from '@space/bus';
import type { EmittedBy, EventType, Operation, OutputOf } from '@space/contracts/core';
import type { SecretBox } from '@space/crypto';
import { type Clock, type Database, isoTime, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken, QuerySqlToken } from 'slonik';
import { z } from 'zod';
import type { EventLog } from './event-log.ts';
import { findStoredResponse, storeResponse } from './idempotency.ts';
import { type EmittedEvent, emitted, outboxRows, outboxTable } from './outbox.ts';

/** A transaction of one call: the only place where an event can be emitted, and only one the operation declares. */
export interface Transaction<E extends EventType> extends CommonQueryMethods {
  /** The time of this change, ISO 8601, the same for its rows and its events. */
  readonly now: string;
  emit<T extends E>(type: T, data: z.input<T['data']>): void;
}

/** A change that is one statement: what it inserts or updates, the answer built from its rows, and its events. */
export interface SingleStatementWrite<O extends Operation> {
  /** An insert, update or delete with a `returning` clause. */
  readonly change: FragmentSqlToken;
  /** More that happens in the same statement and may read `change`, each of the form `name as (…)`. */
  readonly also?: readonly FragmentSqlToken[];
  /** An expression over `change` that is the answer as JSON; or its text, when it is known beforehand. */
  readonly answer: FragmentSqlToken | string;
  /** The version to answer with, for operations that have one: a number, or an expression over `change`. */
  readonly version?: number | FragmentSqlToken;
  /** Given when the statement is always the same text, so that Postgres plans it once. */
  readonly prepare?: string;
  emit(event: <T extends EmittedBy<O>>(type: T, data: z.input<T['data']>) => void): void;
}

/** Thrown when `change` of a statement answered no row: nothing was written, and nothing emitted or kept. */
export class NoRowsAffected extends Error {
  constructor() {
    super('The statement changed nothing.');
    this.name = 'NothingChanged';
  }
}

/** Thrown inside the transaction of a dry run when its answer is known, so that nothing of it is kept. */
class Rehearsed extends Error {
  readonly answer: Answer<Operation>;

  constructor(answer: Answer<Operation>) {
    super('The change was only tried.');
    this.name = 'Rehearsed';
    this.answer = answer;
  }
}

/** Writes: the change, its events and the kept answer of its idempotency key commit together or not at all. */
export interface Writer {
  write<O extends Operation>(call: Call<O>, change: (tx: Transaction<EmittedBy<O>>) => Promise<Answer<O>>): Promise<Answer<O>>;
  /** The same for a change that is one statement, in one round trip; throws `NoRowsAffected` when it was none. */
  writeOne<O extends Operation>(call: Call<O>, make: (now: string) => SingleStatementWrite<O>): Promise<Json<OutputOf<O>>>;
}

/** What a writer stands on. */
export interface WriterPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly eventLog: Pick<EventLog, 'notify'>;
  readonly box: SecretBox;
}

const Text = z.object({ text: z.string().nullable(), version: z.number().nullable() });

/** The writer of one schema. */
export function createWriter(schema: string, { database, clock, eventLog, box }: WriterPorts): Writer {
  const nudge = coalesced(() => eventLog.notify(schema));

  /** Runs `change` once for an idempotency key, and gives its first answer to everyone who asks again. */
  const replayOrRun = async <O extends Operation>(
    tx: CommonQueryMethods,
    call: Call<O>,
    change: () => Promise<Answer<O>>,
  ): Promise<Answer<O>> => {
    if (!call.idempotency) return change();
    const kept = await findStoredResponse(tx, schema, call, box);
    if (kept) return kept;
    const answer = await change();
    const json = answer instanceof Json ? answer : new Json(JSON.stringify(answer));
    await storeResponse(tx, schema, call, json, box);
    return answer;
  };

  return {
    async write(call, change) {
      let events: EmittedEvent[] = [];
      const answer = await runOrDryRun(call, (tried) =>
        database.transaction(async (connection) => {
          events = [];
          const now = clock.now();
          const tx = Object.assign(Object.create(connection), {
            now: isoTime(now),
            emit: (type: EventType, data: Record<string, unknown>) => events.push(emitted(type, data, call.caller, now)),
          });
          const result = await (tried ? change(tx) : replayOrRun(connection, call, () => change(tx)));
          if (tried) throw new Rehearsed(result as Answer<Operation>);
          if (events.length > 0)
            await connection.query(sql.typeAlias('void')`
            insert into ${outboxTable(schema)} (id, space_id, type, body, trace) ${outboxRows(events, call.trace.traceparent ?? null)}`);
          return result;
        }),
      );
      if (events.length > 0 && !call.dry_run) nudge();
      return answer;
    },

    async writeOne(call, make) {
      const now = clock.now();
      const statement = make(isoTime(now));
      const events: EmittedEvent[] = [];
      statement.emit((type, data) => events.push(emitted(type, data, call.caller, now)));
      const query = oneQuery(schema, statement, events, call.trace.traceparent ?? null);
      const run = async (on: CommonQueryMethods) => answerOf(statement, await on.maybeOne(query));
      const answer = await runOrDryRun(call, async (tried) => {
        if (tried)
          return database.transaction(async (tx) => {
            throw new Rehearsed((await run(tx)) as Answer<Operation>);
          });
        return call.idempotency ? database.transaction((tx) => replayOrRun(tx, call, () => run(tx))) : run(database);
      });
      if (!call.dry_run) nudge();
      return answer as Json<never>;
    },
  };
}

/** Does a change, or tries it when the call is a dry run: then what it threw at its end is the answer. */
async function runOrDryRun<O extends Operation>(call: Call<O>, act: (tried: boolean) => Promise<Answer<O>>): Promise<Answer<O>> {
  if (!call.dry_run) return act(false);
  try {
    return await act(true);
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer as Answer<O>;
    throw error;
  }
}

function answerOf<O extends Operation>({ answer, version }: SingleStatementWrite<O>, row: z.output<typeof Text> | null): Json<OutputOf<O>> {
  if (!row) throw new NoRowsAffected();
  return new Json(typeof answer === 'string' ? answer : row.text!, typeof version === 'number' ? version : (row.version ?? undefined));
}

function oneQuery<O extends Operation>(
  schema: string,
  statement: SingleStatementWrite<O>,
  events: readonly EmittedEvent[],
  trace: string | null,
): QuerySqlToken<typeof Text> {
  const tag = statement.prepare ? sql.prepared(statement.prepare, Text) : sql.type(Text);
  const { answer, version } = statement;
  const also = (statement.also ?? []).reduce((before, more) => sql.fragment`${before} ${more},`, sql.fragment``);
  return tag`
    with change as (${statement.change}), ${also}
    emitted as (
      insert into ${outboxTable(schema)} (id, space_id, type, body, trace)
      select * from (${outboxRows(events, trace)}) as event where exists (select from change)
    )
    select ${typeof answer === 'string' ? sql.fragment`null` : sql.fragment`(${answer})::text`} as text,
      ${typeof version === 'object' ? sql.fragment`(${version})::bigint` : sql.fragment`null::bigint`} as version
    from change limit 1`;
}

/** Many commits in one turn of the event loop make one nudge. */
function coalesced(act: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setImmediate(() => {
      waiting = false;
      act();
    });
  };
}
