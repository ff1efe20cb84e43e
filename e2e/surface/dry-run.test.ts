import { describe, expect, test } from '@jest/globals';
import type { Event } from '@space/contracts/core';
import { callTool } from '../journeys/mcp-post.ts';
import { sentinels } from '../sentinels.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { createFixtures, validInput } from './fixtures.ts';
import { newListeningAgent } from './listening-agent.ts';
import { type Arguments, call, operations, type Routed, sampled } from './operations.ts';
import { stateSnapshotAround } from './state-snapshot.ts';

/** Operations that write with a Space key. */
const writes = operations.filter(({ operation, route }) => operation.audience === undefined && route.method !== 'GET');

/** Calls with dry_run: in the body if the operation has that field, otherwise in the query. */
const dryRun = (space: TestSpace, entry: Routed, args: Arguments) =>
  Object.hasOwn(entry.operation.input.shape, 'dry_run')
    ? call(space.request, entry, { ...args, dry_run: true })
    : call(space.request, entry, args, {}, { dry_run: true });

test.each(sampled(writes))(
  '$id with dry_run returns its result, changes nothing, emits no event, and can be executed afterwards',
  async (entry) => {
    const space = await newSpace();
    const otherEvents = await watchEvents(space);
    const args = { ...validInput(entry), ...(await createFixtures(space, entry)) };
    await otherEvents();
    const before = await stateSnapshotAround(space, entry, args);
    const rehearsed = await dryRun(space, entry, args);
    expect(outcome(entry, rehearsed)).toEqual(success(entry));
    expect(rehearsed.headers.get('dry-run')).toBe('true');
    expect(await stateSnapshotAround(space, entry, args)).toEqual(before);
    expect(await otherEvents()).toEqual([]);
    const done = await call(space.request, entry, args);
    expect(outcome(entry, done)).toEqual(success(entry));
    expect(done.headers.get('dry-run')).toBeNull();
  },
);

/** Returns the status of a call, with its body if the call failed. */
const outcome = ({ id, route }: Routed, { status, body }: { status: number; body: unknown }) => ({
  id,
  status,
  body: status === route.status ? undefined : body,
});
const success = ({ id, route }: Routed) => ({ id, status: route.status, body: undefined });

/**
 * Watches all events of a Space. Each call of the returned function emits the sentinels, waits until all have arrived, and
 * returns the types of the other events since the previous call.
 */
async function watchEvents({ client }: TestSpace): Promise<() => Promise<string[]>> {
  const { subscription } = await client.event_subscriptions.create({ kind: 'feed', name: 'All', event_types: ['*'] });
  let after: string | undefined;
  let calls = 0;
  return async () => {
    calls += 1;
    const emitted = await Promise.all(Object.values(sentinels).map((emit) => emit(client, `sentinel-${calls}`)));
    const received: Event[] = [];
    const isSentinel = ({ data }: Event, { id }: { readonly id: string }) => Object.values(data).includes(id);
    while (!emitted.every((sentinel) => received.some((event) => isSentinel(event, sentinel)))) {
      const page = await client.events.list({ subscription_id: subscription.id, wait: 5, ...(after === undefined ? {} : { after }) });
      received.push(...page.events);
      after = page.next_cursor;
    }
    return received.filter((event) => !emitted.some((sentinel) => isSentinel(event, sentinel))).map(({ type }) => type);
  };
}

describe('the listeners of an agent', () => {
  test('do not change with dry_run', async () => {
    const { api_key, listener } = await newListeningAgent();
    const listeners = async () => (await callTool(api_key, 'list_my_listeners')).structuredContent.data;
    const before = await listeners();
    for (const [name, args] of [
      ['listen_to_events', { event_types: ['contact_updated'] }],
      ['update_my_listener', { id: listener, name: 'Others' }],
      ['stop_listening', { id: listener }],
    ] as const)
      expect((await callTool(api_key, name, { ...args, dry_run: true })).structuredContent).toMatchObject({ dry_run: true });
    expect(await listeners()).toEqual(before);
  });
});
