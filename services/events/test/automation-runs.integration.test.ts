import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { ACTION_RETRY_DELAYS_SECONDS, automations, MAX_AUTOMATION_CHAIN } from '@space/contracts/events';
import { emittedIn, eventually, type TestServices, testPorts } from '@space/runtime/testing';
import { createFakeGateway, type FakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { type AutomationSpace, createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

let keys: FakeGateway;
let services: TestServices;
beforeAll(async () => {
  keys = createFakeGateway();
  services = await startAutomations(keys);
});
afterAll(() => services.stop());

const untag = (name: string) => ({ operation: 'contacts.untag', arguments: { id: '{{contact.id}}', tags: [name] } });
const tagsOf = async (space: AutomationSpace, id: string) => (await space.call(contacts, 'get', { id })).tags.toSorted();
const eventsOf = (space: AutomationSpace) => emittedIn(services.ports.database, 'contacts', space.caller.space_id);

test('an event that fits the trigger starts a run, whose actions happen in order as the automation', async () => {
  const space = createAutomationSpace(services);
  const id = await space.automate({
    name: 'Welcome',
    actions: [
      tagContact('new'),
      { operation: 'contacts.update', name: 'Greet', arguments: { id: '{{steps.0.id}}', bio: 'Hello {{contact.first_name}}!' } },
    ],
  });
  const { id: contact } = await space.happen({ name: 'Ada Lovelace' });
  const [run] = await space.over(id);
  expect(run).toMatchObject({ state: 'succeeded', started_by: 'event', event_type: 'contact_created', chain: 1, error: null });
  expect(run!.steps).toMatchObject([
    { index: 0, name: null, operation: 'contacts.tag', outcome: 'succeeded', arguments: { id: contact, tags: ['new'] } },
    { index: 1, name: 'Greet', operation: 'contacts.update', outcome: 'succeeded', arguments: { id: contact, bio: 'Hello Ada!' } },
  ]);
  expect(await space.call(contacts, 'get', { id: contact })).toMatchObject({ tags: ['new'], bio: 'Hello Ada!' });
  const actor = { kind: 'automation', id, name: 'Welcome', chain: 1 };
  expect((await eventsOf(space)).map(({ type, data }) => [type, data.actor_kind, data.actor])).toEqual([
    ['contact_created', 'api_key', space.caller.actor],
    ['contact_tagged', 'automation', actor],
    ['contact_updated', 'automation', actor],
  ]);
  const said = await emittedIn(services.ports.database, 'events', space.caller.space_id);
  expect(said.at(-1)).toMatchObject({ type: 'automation_run_succeeded', data: { automation_id: id, run_id: run!.id, steps: 2, actor } });
});

test('an event that the filters do not fit, or of another Space, or before the automation was switched on, starts nothing', async () => {
  const [space, other] = [createAutomationSpace(services), createAutomationSpace(services)];
  const people = await space.automate({
    trigger: { event_type: 'contact_created', filters: { actor_kind: 'person' } },
    actions: [tagContact('x')],
  });
  const vips = await space.automate({ trigger: { event_type: 'contact_tagged', filters: { tag: ['vip'] } }, actions: [tagContact('x')] });
  const off = await space.automate({ actions: [tagContact('y')], enabled: false });
  const all = await space.automate({ actions: [tagContact('vip')] });
  await other.happen();
  await space.happen();
  await space.over(all);
  await space.over(vips);
  expect([await space.runs(people), await space.runs(off)]).toEqual([[], []]);
});

test('a call starts a run with a payload for its merge tags', async () => {
  const space = createAutomationSpace(services);
  const id = await space.automate({
    trigger: { manual: true },
    actions: [
      { operation: 'contacts.create', arguments: { name: '{{payload.name}}', email: '{{payload.email}}', company: '{{payload.company}}' } },
    ],
  });
  const { run_id } = await space.call(automations, 'run', { id, payload: { name: 'Ada', email: 'ada@example.com' } });
  const [run] = await space.over(id);
  expect(run).toMatchObject({ id: run_id, state: 'succeeded', started_by: 'manual', event_id: null, payload: { name: 'Ada' } });
  expect(run!.steps[0]!.notes).toEqual(['{{payload.company}} found nothing.']);
  expect((await space.call(contacts, 'list', {})).data).toMatchObject([{ name: 'Ada', company: null }]);
});

test('a refused action ends the run with a sentence, and those behind it are not tried', async () => {
  const space = createAutomationSpace(services);
  const id = await space.automate({
    actions: [tagContact('new'), { operation: 'contacts.get', arguments: { id: 'con_none' } }, tagContact('never')],
  });
  const contact = await space.happen();
  const [run] = await space.over(id);
  expect(run).toMatchObject({ state: 'failed', error: 'Step 1 (contacts.get) failed: There is no contact "con_none" in this Space.' });
  expect(run!.steps.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
  expect(await tagsOf(space, contact.id)).toEqual(['new']);
  const said = await emittedIn(services.ports.database, 'events', space.caller.space_id);
  expect(said.at(-1)).toMatchObject({ type: 'automation_run_failed', data: { steps: 1, error: run!.error } });
});

test('automations that start each other end at the fifth, and the sixth says why it was not run', async () => {
  const space = createAutomationSpace(services);
  const on = (name: string) => ({ event_type: 'contact_tagged', filters: { tag: name } });
  const there = await space.automate({ trigger: on('here'), actions: [untag('here'), tagContact('there')] });
  const here = await space.automate({ trigger: on('there'), actions: [untag('there'), tagContact('here')] });
  const contact = await space.happen();
  await space.call(contacts, 'tag', { id: contact.id, tags: ['here'] });
  const runs = [...(await space.over(there, 3)), ...(await space.over(here, 3))].toSorted((one, other) => one.chain - other.chain);
  expect(runs.map(({ chain, state }) => [chain, state])).toEqual([
    ...[1, 2, 3, 4, MAX_AUTOMATION_CHAIN].map((chain) => [chain, 'succeeded']),
    [MAX_AUTOMATION_CHAIN + 1, 'failed'],
  ]);
  expect(runs.at(-1)).toMatchObject({ steps: [], error: expect.stringContaining('a chain of automations stops at 5') });
});

test('an automation that runs itself ends at the fifth', async () => {
  const space = createAutomationSpace(services);
  const id = await space.automate({ trigger: { manual: true }, actions: [{ operation: 'contacts.list', arguments: {} }] });
  await space.call(automations, 'update', {
    id,
    actions: [{ operation: 'automations.run', arguments: { id } }],
    scopes: ['automations:run'],
  });
  await space.call(automations, 'run', { id });
  const runs = await space.over(id, MAX_AUTOMATION_CHAIN);
  expect(runs.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded', 'failed']);
  expect(runs.at(-1)!.error).toContain('a chain of automations stops at 5');
});

describe('merge tags', () => {
  test('put in what people wrote as it is, and never look at it again', async () => {
    const space = createAutomationSpace(services);
    const hostile = '{{contact.email}} {{event.data.__proto__}} {{{{contact.email}}}} $& $1 {% 7*7 %}';
    const id = await space.automate({
      actions: [
        {
          operation: 'contacts.update',
          arguments: { id: '{{contact.id}}', bio: 'Dear {{contact.name}}', custom_fields: '{{contact.custom_fields}}' },
        },
      ],
    });
    const own = JSON.parse('{"plan":"{{contact.email}}","constructor":"x"}');
    const contact = await space.happen({ name: hostile, custom_fields: own });
    const [run] = await space.over(id);
    expect(run!.state).toBe('succeeded');
    expect(await space.call(contacts, 'get', { id: contact.id })).toMatchObject({ bio: `Dear ${hostile}`, custom_fields: own });
  });

  test('that would fill in too much end the run', async () => {
    const space = createAutomationSpace(services);
    const id = await space.automate({
      trigger: { manual: true },
      actions: [{ operation: 'contacts.create', arguments: { name: '{{payload.long}}'.repeat(500), email: 'ada@example.com' } }],
    });
    await space.call(automations, 'run', { id, payload: { long: 'x'.repeat(60_000) } });
    expect((await space.over(id))[0]).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('larger than 256 KB'),
      steps: [{ arguments: null }],
    });
  });

  test('that bring a value of the wrong type end the run with the fault of the field', async () => {
    const space = createAutomationSpace(services);
    const id = await space.automate({
      trigger: { manual: true },
      actions: [{ operation: 'contacts.tag', arguments: { id: '{{payload.id}}', tags: ['a'] } }],
    });
    await space.call(automations, 'run', { id, payload: { id: { $ne: 1 } } });
    expect((await space.over(id))[0]!.error).toBe('Step 0 (contacts.tag) failed: id: must be a string.');
  });
});

describe('the key that an automation acts for', () => {
  test('ends its runs with a clear error when it is revoked', async () => {
    const space = createAutomationSpace(services);
    const id = await space.automate({ actions: [tagContact('new')] });
    keys.refused.set(space.caller.key_id, 'This Space API key was revoked.');
    const contact = await space.happen();
    const [run] = await space.over(id);
    expect(run).toMatchObject({ state: 'failed', error: expect.stringContaining('is not in force (This Space API key was revoked)') });
    expect(await tagsOf(space, contact.id)).toEqual([]);
  });

  test('ends its runs with a clear error when it loses a scope', async () => {
    const space = createAutomationSpace(services);
    const id = await space.automate({ actions: [tagContact('new')] });
    keys.scopes.set(space.caller.key_id, ['contacts:read']);
    await space.happen();
    expect((await space.over(id))[0]!.error).toContain('The key this automation acts for lacks the scope contacts:write');
  });
});

describe('an action that fails for a reason that passes', () => {
  const waiting = (space: AutomationSpace, id: string, tries: number) =>
    eventually(async () => expect((await space.runs(id))[0]!.error).toContain(`(tried ${tries} times). It is tried again`), {
      timeout: 10_000,
    });

  test('is tried again', async () => {
    const space = createAutomationSpace(services);
    const id = await space.automate({ actions: [tagContact('new')] });
    keys.unknown.add(space.caller.key_id);
    const contact = await space.happen();
    await waiting(space, id, 1);
    expect((await space.runs(id))[0]).toMatchObject({ state: 'running', finished_at: null });
    keys.unknown.delete(space.caller.key_id);
    services.ports.clock.advance(1_000);
    expect((await space.over(id))[0]).toMatchObject({ state: 'succeeded', error: null });
    expect(await tagsOf(space, contact.id)).toEqual(['new']);
  });

  test('is not tried without end', async () => {
    const space = createAutomationSpace(services);
    const id = await space.automate({ actions: [tagContact('new')] });
    keys.unknown.add(space.caller.key_id);
    await space.happen();
    for (const [index, seconds] of ACTION_RETRY_DELAYS_SECONDS.entries()) {
      await waiting(space, id, index + 1);
      services.ports.clock.advance(seconds * 1_000);
    }
    expect((await space.over(id))[0]).toMatchObject({
      state: 'failed',
      error: 'Step 0 (contacts.tag) failed: Nobody can say (tried 6 times).',
    });
  }, 60_000);
});

describe('while a run is under way', () => {
  /** A run of two actions that is held in the middle of its first, until it is let go. */
  async function held(): Promise<{ space: AutomationSpace; id: string; contact: string; letGo: () => void }> {
    const space = createAutomationSpace(services);
    const gate = Promise.withResolvers<void>();
    keys.gates.set(space.caller.key_id, gate.promise);
    const id = await space.automate({ actions: [tagContact('one'), tagContact('two')] });
    const contact = await space.happen();
    await eventually(async () => expect((await space.runs(id))[0]).toMatchObject({ state: 'running' }));
    return { space, id, contact: contact.id, letGo: gate.resolve };
  }

  test('a change of its automation holds for the next run', async () => {
    const { space, id, contact, letGo } = await held();
    await space.call(automations, 'update', { id, actions: [tagContact('other')] });
    letGo();
    await space.over(id);
    expect(await tagsOf(space, contact)).toEqual(['one', 'two']);
    const next = await space.happen();
    await space.over(id, 2);
    expect(await tagsOf(space, next.id)).toEqual(['other']);
  });

  test('switching its automation off stops it before its next action', async () => {
    const { space, id, contact, letGo } = await held();
    await space.call(automations, 'update', { id, enabled: false });
    letGo();
    expect((await space.over(id))[0]).toMatchObject({ state: 'failed', error: 'Stopped before step 1: the automation was switched off.' });
    expect(await tagsOf(space, contact)).toEqual(['one']);
  });

  test('deleting its automation ends it after the action it is at', async () => {
    const { space, id, contact, letGo } = await held();
    await space.call(automations, 'delete', { id });
    letGo();
    await eventually(async () => expect(await tagsOf(space, contact)).toEqual(['one']));
    // Nothing tells that a run was left: another one that is begun now and is over by then stands for the time it had.
    const list = { operation: 'contacts.list', arguments: {} };
    const other = await space.automate({ trigger: { manual: true }, actions: [list, list] });
    await space.call(automations, 'run', { id: other });
    await space.over(other);
    expect(await tagsOf(space, contact)).toEqual(['one']);
    await expect(space.runs(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('a hundred events at once start a hundred runs, each of them once, however many processes work', async () => {
  const second = await startAutomations(keys, await testPorts({ url: services.ports.url, clock: services.ports.clock }));
  const space = createAutomationSpace(services);
  const id = await space.automate({ actions: [tagContact('new')] });
  const made = await Promise.all(Array.from({ length: 100 }, () => space.happen()));
  const runs = await space.over(id, 100);
  expect(new Set(runs.map(({ event_id }) => event_id)).size).toBe(100);
  expect(runs.filter(({ state, steps }) => state === 'succeeded' && steps.length === 1)).toHaveLength(100);
  const tagged = (await eventsOf(space)).filter(({ type }) => type === 'contact_tagged').map(({ data }) => data.contact_id);
  expect(tagged.toSorted()).toEqual(made.map((contact) => contact.id).toSorted());
  await second.stop();
}, 60_000);
