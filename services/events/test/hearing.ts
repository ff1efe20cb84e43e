import { contactsService } from '@space/contacts';
import { contracts } from '@space/contracts/catalog';
import { type Caller, type EventType, subjectOf } from '@space/contracts/core';
import { eventTypes } from '@space/contracts/events';
import { agentDirectory } from '@space/contracts/platform';
import { newId, sql } from '@space/database';
import { emitted, outboxRows, outboxTable } from '@space/event-log';
import {
  type CallAs,
  newSpaceCaller,
  startServices,
  type TestOptions,
  type TestPorts,
  type TestServices,
  testPorts,
} from '@space/runtime/testing';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import { eventsService } from '../src/service.ts';

/** Runs contacts and events on a database, with a directory that knows the agents of `agents`. */
export async function startHearing(agents: readonly Caller[] = [], options: TestOptions = {}): Promise<TestServices> {
  const ports = await testPorts(options);
  await ports.bus.serve('gateway', [
    {
      subject: subjectOf(agentDirectory.name, 'find'),
      answer: async ({ body }) => {
        const { id } = JSON.parse(Buffer.from(body!).toString()) as { id: string };
        const found = agents.find(({ actor }) => actor.id === id);
        const made = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
        const agent = found ? { id, ...made, space_id: found.space_id, name: found.actor.name } : null;
        return { body: Buffer.from(JSON.stringify({ agent })) };
      },
    },
  ]);
  return startServices([contactsService, eventsService], ports);
}

/** An agent of a Space, with a key of its own. */
export const newAgentCaller = (space_id: string = newId('spc')): Caller =>
  newSpaceCaller({ space_id, actor: { kind: 'agent', id: newId('agt'), name: 'Scout' } });

/** The operator, who is outside every Space. */
export const operatorCaller: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'operator', name: 'Operator' } };

/** Makes a feed that hears everything, or what `over` says, and answers its id. */
export async function newFeed(call: CallAs, over: { event_types?: string[]; filters?: Record<string, unknown> } = {}): Promise<string> {
  const { subscription } = await call(contracts.listeners, 'create', { kind: 'feed', name: 'Feed', event_types: ['*'], ...over });
  return subscription.id;
}

/** Lets events of a type happen in a Space: their sample with `data` over it, in one transaction of one outbox. */
export async function happen(
  { database, clock, eventLog }: TestPorts,
  { space_id, actor }: Caller,
  type: string,
  data: readonly Record<string, unknown>[] = [{}],
  schema = 'contacts',
): Promise<string[]> {
  const declared = eventTypes.get(type) as EventType;
  const events = data.map((over) =>
    emitted(declared, { ...declared.sample, ...over } as z.input<EventType['data']>, { space_id, actor }, clock.now()),
  );
  await database.query(sql.typeAlias('void')`
    insert into ${outboxTable(schema)} (id, space_id, type, body, trace) ${outboxRows(events, null)}`);
  eventLog.notify(schema);
  return events.map(({ id }) => id);
}

/** Lets a contact be tagged in a Space, once for each of these tags, in one transaction. */
export const tagged = (ports: TestPorts, caller: Caller, tags: readonly string[]): Promise<string[]> =>
  happen(
    ports,
    caller,
    'contact_tagged',
    tags.map((tag) => ({ tag })),
  );

/** Says of a listener or an automation that Postgres wrote it down an hour later: what happens now was before. */
export const madeLater = (database: CommonQueryMethods, table: 'listener' | 'automation', id: string) =>
  database.query(sql.typeAlias('void')`
    update ${sql.identifier(['events', table])} set recorded_at = recorded_at + interval '1 hour' where id = ${id}`);

/** Pulls a feed to its end from a place, page by page. */
export async function pull(call: CallAs, args: { after?: string; subscription_id?: string; limit?: number; types?: string[] } = {}) {
  const events: { id: string; type: string; data: Record<string, unknown> }[] = [];
  let after = args.after;
  for (;;) {
    const page = await call(contracts.feed, 'list', { ...args, ...(after === undefined ? {} : { after }) });
    events.push(...page.events);
    after = page.next_cursor;
    if (!page.has_more) return { events, after };
  }
}
