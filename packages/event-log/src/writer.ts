import { type Answer, type Call, Json } from '@space/bus';
import {
  type Actor,
  type EmittedBy,
  type EventType,
  MAX_CALL_EVENT_CHARACTERS,
  type Operation,
  type OutputOf,
  Problem,
} from '@space/contracts/core';
import { MAX_MESSAGE_BYTES } from '@space/contracts/platform';
import type { SecretBox } from '@space/crypto';
import { type Clock, type Database, isoTime, runAndRollBack } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import type { EventLog } from './event-log.ts';
import { findStoredResponse, storeResponse } from './idempotency.queries.ts';
import { createEvent, type EmittedEvent } from './outbox.ts';
import { insertEvents, type SingleStatementWrite, singleStatement, type WriteRow } from './writer-sql.ts';

export type { SingleStatementWrite } from './writer-sql.ts';

/** The transaction of a call. Only it emits events, and only those that the operation declares. */
export interface Transaction<E extends EventType> extends CommonQueryMethods {
  /** The time of this change, ISO 8601, the same for its rows and its events. */
  readonly now: string;
  /**
   * Emits an event, caused by an actor, default the caller. Throws `invalid` when the events of the call have more than
   * `MAX_CALL_EVENT_CHARACTERS` together.
   */
  emit<T extends E>(type: T, data: z.input<T['data']>, actor?: Actor): void;
}

/** Thrown if the `change` of a single statement returns no row. Nothing was written, emitted or stored. */
export class NoRowsAffected extends Error {
  constructor() {
    super('The statement affected no row.');
    this.name = 'NoRowsAffected';
  }
}

/**
 * Writes changes: a change, its events, and the stored response of its idempotency key commit together or not at all. A change
 * whose answer or event is larger than a message is refused with `too_large`. The transaction of a dry run is rolled back.
 */
export interface Writer {
  write<O extends Operation>(call: Call<O>, change: (tx: Transaction<EmittedBy<O>>) => Promise<Answer<O>>): Promise<Answer<O>>;
  /** Writes a change that is one statement, in one round trip. Throws NoRowsAffected. */
  writeOne<O extends Operation>(call: Call<O>, build: (now: string) => SingleStatementWrite<O>): Promise<Json<OutputOf<O>>>;
}

/** The dependencies of a writer. */
export interface WriterPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly eventLog: Pick<EventLog, 'notify'>;
  readonly box: SecretBox;
  /** Throws a Problem while changes are refused. */
  readonly assertWritable?: () => void;
}

/** Creates the writer of a schema. */
export function createWriter(schema: string, { database, clock, eventLog, box, assertWritable }: WriterPorts): Writer {
  const notify = oncePerTurn(() => eventLog.notify(schema));

  /** The operator's own changes are always accepted: a key must be revocable on a full disk, too. */
  function admit({ operation }: Call): void {
    if (operation.audience !== 'operator') assertWritable?.();
  }

  return {
    async write(call, change) {
      admit(call);
      let events: EmittedEvent[] = [];
      const now = () => clock.now();
      const answer = await (call.dry_run
        ? runAndRollBack(database, async function tryInTransaction(connection) {
            const emitted: EmittedEvent[] = [];
            return sendable(await change(transactionOn(connection, call, now(), emitted)), emitted);
          })
        : database.transaction(async function writeInTransaction(connection) {
            events = [];
            const tx = transactionOn(connection, call, now(), events);
            const result = await replayOrRun(connection, call, async () => sendable(await change(tx), events));
            for (const part of inParts(events)) await connection.query(insertEvents(schema, part, call.trace.traceparent ?? null));
            return result;
          }));
      if (events.length > 0) notify();
      return answer;
    },

    async writeOne(call, build) {
      admit(call);
      const now = clock.now();
      const statement = build(isoTime(now));
      const events: EmittedEvent[] = [];
      statement.emit((type, data) => events.push(createEvent(type, data, call.caller, now)));
      if (typeof statement.answer === 'string') sendable(new Json(statement.answer), events);
      const query = singleStatement(schema, statement, events, call.trace.traceparent ?? null);
      const run = async (connection: CommonQueryMethods) => answerOf(statement, await connection.maybeOne(query));
      if (call.dry_run) return runAndRollBack(database, run);
      const answer = call.idempotency ? await database.transaction((tx) => replayOrRun(tx, call, () => run(tx))) : await run(database);
      notify();
      return answer as Json<never>;
    },
  };

  /** Runs `change` once for an idempotency key and stores its response; further calls get the stored response. */
  async function replayOrRun<O extends Operation>(
    tx: CommonQueryMethods,
    call: Call<O>,
    change: () => Promise<Answer<O>>,
  ): Promise<Answer<O>> {
    if (!call.idempotency) return change();
    const stored = await findStoredResponse(tx, schema, call, box);
    if (stored) return stored;
    const answer = await change();
    const json = answer instanceof Json ? answer : new Json(JSON.stringify(answer));
    await storeResponse(tx, schema, call, json, box);
    return answer;
  }
}

/** Returns the answer of a change. Throws `too_large` if no message can carry it or one of the events. */
function sendable<A>(answer: A, events: readonly EmittedEvent[]): A {
  if (isTooLarge(answer instanceof Json ? answer.text : JSON.stringify(answer)) || events.some(({ body }) => isTooLarge(body)))
    throw new Problem(
      'too_large',
      `Nothing was changed: the answer or an event of the change would be larger than ${MAX_MESSAGE_BYTES / 1_048_576} MiB; change less in one call.`,
    );
  return answer;
}

/** A UTF-16 unit takes up to three bytes in UTF-8. */
const isTooLarge = (text: string): boolean => text.length * 3 > MAX_MESSAGE_BYTES && Buffer.byteLength(text) > MAX_MESSAGE_BYTES;

/** Characters of the events that one statement inserts, unless it inserts only one: others run between two statements. */
const PART_CHARACTERS = 1_048_576;

/** Divides events into parts for one statement each; nearly every call has one part. */
function* inParts(events: readonly EmittedEvent[]): Generator<readonly EmittedEvent[]> {
  let start = 0;
  let characters = 0;
  for (const [index, { body }] of events.entries()) {
    if (index > start && characters + body.length > PART_CHARACTERS) {
      yield events.slice(start, index);
      start = index;
      characters = 0;
    }
    characters += body.length;
  }
  if (events.length > start) yield events.slice(start);
}

/** Returns a connection with `now` and `emit`, which appends to `events`. */
function transactionOn<O extends Operation>(
  connection: CommonQueryMethods,
  call: Call<O>,
  now: number,
  events: EmittedEvent[],
): Transaction<EmittedBy<O>> {
  let characters = 0;
  function emit(type: EventType, data: Record<string, unknown>, actor?: Actor): void {
    const event = createEvent(type, data, actor ? { space_id: call.caller.space_id, actor } : call.caller, now);
    characters += event.body.length;
    if (events.length > 0 && characters > MAX_CALL_EVENT_CHARACTERS)
      throw new Problem(
        'invalid',
        `The events of this call have more than ${MAX_CALL_EVENT_CHARACTERS} characters together; send fewer items in one call.`,
      );
    events.push(event);
  }
  return Object.assign(Object.create(connection), { now: isoTime(now), emit });
}

function answerOf<O extends Operation>(
  { answer, fill, version }: SingleStatementWrite<O>,
  row: z.output<typeof WriteRow> | null,
): Json<OutputOf<O>> {
  if (!row) throw new NoRowsAffected();
  return new Json(
    typeof answer === 'string' && !fill ? answer : row.text!,
    typeof version === 'number' ? version : (row.version ?? undefined),
  );
}

/** Returns a function that calls `act` once for all its calls in one turn of the event loop. */
function oncePerTurn(act: () => void): () => void {
  let isScheduled = false;
  return function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      act();
    });
  };
}
