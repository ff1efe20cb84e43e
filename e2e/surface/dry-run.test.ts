import { describe, expect, test } from '@jest/globals';
import type { Event } from '@space/contracts/core';
import { callTool } from '../journeys/mcp-post.ts';
import { sentinels } from '../sentinels.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { createFixtures, validInput } from './fixtures.ts';
import { newListeningAgent } from './listening-agent.ts';
import { type Arguments, call, operations, type Routed } from './operations.ts';
import { stateSnapshotAround } from './state-snapshot.ts';

/** What changes something with a key. */
const writes = operations.filter(({ operation, route }) => operation.audience === undefined && route.method !== 'GET');

/** Tries a call: with a field of its own where the operation has one, and otherwise as every operation can be tried. */
const tryCall = (space: TestSpace, entry: Routed, args: Arguments) =>
  Object.hasOwn(entry.operation.input.shape, 'dry_run')
    ? call(space.request, entry, { ...args, dry_run: true })
    : call(space.request, entry, args, {}, { dry_run: true });

test.each(writes)(
  '$id that is only tried answers what it would, changes nothing, tells nothing, and can be done for real',
  async (entry) => {
    const space = await newSpace();
    const told = await listening(space);
    const args = { ...validInput(entry), ...(await createFixtures(space, entry)) };
    await told();
    const before = await stateSnapshotAround(space, entry, args);
    const tried = await tryCall(space, entry, args);
    expect(outcome(entry, tried)).toEqual(went(entry));
    expect(tried.headers.get('dry-run')).toBe('true');
    expect(await stateSnapshotAround(space, entry, args)).toEqual(before);
    expect(await told()).toEqual([]);
    const done = await call(space.request, entry, args);
    expect(outcome(entry, done)).toEqual(went(entry));
    expect(done.headers.get('dry-run')).toBeNull();
  },
);

/** How a call went, with its answer when it did not go well. */
const outcome = ({ id, route }: Routed, { status, body }: { status: number; body: unknown }) => ({
  id,
  status,
  body: status === route.status ? undefined : body,
});
const went = ({ id, route }: Routed) => ({ id, status: route.status, body: undefined });

/**
 * Listens to everything in a Space. Each call makes something happen in every service, waits until all of that is heard,
 * and answers what else happened since the call before.
 */
async function listening({ client }: TestSpace): Promise<() => Promise<string[]>> {
  const { subscription } = await client.event_subscriptions.create({ kind: 'feed', name: 'All', event_types: ['*'] });
  let after: string | undefined;
  let calls = 0;
  return async () => {
    calls += 1;
    const made = await Promise.all(Object.values(sentinels).map((mark) => mark(client, `mark-${calls}`)));
    const heard: Event[] = [];
    const isMarkOf = ({ data }: Event, { id }: { readonly id: string }) => Object.values(data).includes(id);
    while (!made.every((mark) => heard.some((event) => isMarkOf(event, mark)))) {
      const page = await client.events.list({ subscription_id: subscription.id, wait: 5, ...(after === undefined ? {} : { after }) });
      heard.push(...page.events);
      after = page.next_cursor;
    }
    return heard.filter((event) => !made.some((mark) => isMarkOf(event, mark))).map(({ type }) => type);
  };
}

describe('what agents listen with', () => {
  test('is the same after it was only tried to change it', async () => {
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
