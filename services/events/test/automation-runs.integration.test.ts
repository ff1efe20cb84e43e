import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { ACTION_RETRY_DELAYS_SECONDS, automations, MAX_AUTOMATION_CHAIN } from '@space/contracts/events';
import { emittedIn, eventually, type TestServices, testPorts } from '@space/runtime/testing';
import { createFakeGateway, type FakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { type AutomationSpace, createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

let gateway: FakeGateway;
let services: TestServices;
beforeAll(async () => {
  gateway = createFakeGateway();
  services = await startAutomations(gateway);
});
afterAll(() => services.stop());

const untag = (name: string) => ({ operation: 'contacts.untag', arguments: { id: '{{contact.id}}', tags: [name] } });
const tagsOf = async (space: AutomationSpace, id: string) => (await space.call(contacts, 'get', { id })).tags.toSorted();
const eventsOf = (space: AutomationSpace) => emittedIn(services.ports.database, 'contacts', space.caller.space_id);

test('an event that matches the trigger starts a run, whose actions are executed in order by the automation', async () => {
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({
    name: 'Welcome',
    actions: [
      tagContact('new'),
      { operation: 'contacts.update', name: 'Greet', arguments: { id: '{{steps.0.id}}', bio: 'Hello {{contact.first_name}}!' } },
    ],
  });
  const { id: contact } = await space.createContact({ name: 'Ada Lovelace' });
  const [run] = await space.waitForRuns(id);
  expect(run).toMatchObject({ status: 'succeeded', started_by: 'event', event_type: 'contact_created', chain: 1, error: null });
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
  const events = await emittedIn(services.ports.database, 'events', space.caller.space_id);
  expect(events.at(-1)).toMatchObject({ type: 'automation_run_succeeded', data: { automation_id: id, run_id: run!.id, steps: 2, actor } });
});

test('an event that does not match the filters, is of another Space, or finds the automation disabled starts no run', async () => {
  const [space, other] = [createAutomationSpace(services), createAutomationSpace(services)];
  const people = await space.createAutomation({
    trigger: { event_type: 'contact_created', filters: { actor_kind: 'person' } },
    actions: [tagContact('x')],
  });
  const vips = await space.createAutomation({
    trigger: { event_type: 'contact_tagged', filters: { tag: ['vip'] } },
    actions: [tagContact('x')],
  });
  const off = await space.createAutomation({ actions: [tagContact('y')], enabled: false });
  const all = await space.createAutomation({ actions: [tagContact('vip')] });
  await other.createContact();
  await space.createContact();
  await space.waitForRuns(all);
  await space.waitForRuns(vips);
  expect([await space.listRuns(people), await space.listRuns(off)]).toEqual([[], []]);
});

test('a call starts a run with a payload for merge tags', async () => {
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({
    trigger: { manual: true },
    actions: [
      { operation: 'contacts.create', arguments: { name: '{{payload.name}}', email: '{{payload.email}}', company: '{{payload.company}}' } },
    ],
  });
  const { run_id } = await space.call(automations, 'run', { id, payload: { name: 'Ada', email: 'ada@example.com' } });
  const [run] = await space.waitForRuns(id);
  expect(run).toMatchObject({ id: run_id, status: 'succeeded', started_by: 'manual', event_id: null, payload: { name: 'Ada' } });
  expect(run!.steps[0]!.notes).toEqual(['{{payload.company}} found nothing.']);
  expect((await space.call(contacts, 'list', {})).data).toMatchObject([{ name: 'Ada', company: null }]);
});

test('a refused action ends the run with an error, and the actions after it are not executed', async () => {
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({
    actions: [tagContact('new'), { operation: 'contacts.get', arguments: { id: 'con_none' } }, tagContact('never')],
  });
  const contact = await space.createContact();
  const [run] = await space.waitForRuns(id);
  expect(run).toMatchObject({ status: 'failed', error: 'Step 1 (contacts.get) failed: There is no contact "con_none" in this Space.' });
  expect(run!.steps.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
  expect(await tagsOf(space, contact.id)).toEqual(['new']);
  const events = await emittedIn(services.ports.database, 'events', space.caller.space_id);
  expect(events.at(-1)).toMatchObject({ type: 'automation_run_failed', data: { steps: 1, error: run!.error } });
});

test('a chain of automations that start each other stops after five runs, and the sixth fails with the reason', async () => {
  const space = createAutomationSpace(services);
  const on = (name: string) => ({ event_type: 'contact_tagged', filters: { tag: name } });
  const thereId = await space.createAutomation({ trigger: on('here'), actions: [untag('here'), tagContact('there')] });
  const hereId = await space.createAutomation({ trigger: on('there'), actions: [untag('there'), tagContact('here')] });
  const contact = await space.createContact();
  await space.call(contacts, 'tag', { id: contact.id, tags: ['here'] });
  const runs = [...(await space.waitForRuns(thereId, 3)), ...(await space.waitForRuns(hereId, 3))].toSorted(
    (one, other) => one.chain - other.chain,
  );
  expect(runs.map(({ chain, status }) => [chain, status])).toEqual([
    ...[1, 2, 3, 4, MAX_AUTOMATION_CHAIN].map((chain) => [chain, 'succeeded']),
    [MAX_AUTOMATION_CHAIN + 1, 'failed'],
  ]);
  expect(runs.at(-1)).toMatchObject({ steps: [], error: expect.stringContaining('a chain of automations stops at 5') });
});

test('an automation that runs itself stops after five runs', async () => {
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({ trigger: { manual: true }, actions: [{ operation: 'contacts.list', arguments: {} }] });
  await space.call(automations, 'update', {
    id,
    actions: [{ operation: 'automations.run', arguments: { id } }],
    scopes: ['automations:run'],
  });
  await space.call(automations, 'run', { id });
  const runs = await space.waitForRuns(id, MAX_AUTOMATION_CHAIN);
  expect(runs.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded', 'failed']);
  expect(runs.at(-1)!.error).toContain('a chain of automations stops at 5');
});

describe('merge tags', () => {
  test('insert user text unchanged and never parse it again', async () => {
    const space = createAutomationSpace(services);
    const hostile = '{{contact.email}} {{event.data.__proto__}} {{{{contact.email}}}} $& $1 {% 7*7 %}';
    const id = await space.createAutomation({
      actions: [
        {
          operation: 'contacts.update',
          arguments: { id: '{{contact.id}}', bio: 'Dear {{contact.name}}', custom_fields: '{{contact.custom_fields}}' },
        },
      ],
    });
    const own = JSON.parse('{"plan":"{{contact.email}}","constructor":"x"}');
    const contact = await space.createContact({ name: hostile, custom_fields: own });
    const [run] = await space.waitForRuns(id);
    expect(run!.status).toBe('succeeded');
    expect(await space.call(contacts, 'get', { id: contact.id })).toMatchObject({ bio: `Dear ${hostile}`, custom_fields: own });
  });

  test('that exceed the size limit end the run', async () => {
    const space = createAutomationSpace(services);
    const id = await space.createAutomation({
      trigger: { manual: true },
      actions: [{ operation: 'contacts.create', arguments: { name: '{{payload.long}}'.repeat(500), email: 'ada@example.com' } }],
    });
    await space.call(automations, 'run', { id, payload: { long: 'x'.repeat(60_000) } });
    expect((await space.waitForRuns(id))[0]).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('larger than 256 KB'),
      steps: [{ arguments: null }],
    });
  });

  test('with a value of the wrong type end the run with the error of the field', async () => {
    const space = createAutomationSpace(services);
    const id = await space.createAutomation({
      trigger: { manual: true },
      actions: [{ operation: 'contacts.tag', arguments: { id: '{{payload.id}}', tags: ['a'] } }],
    });
    await space.call(automations, 'run', { id, payload: { id: { $ne: 1 } } });
    expect((await space.waitForRuns(id))[0]!.error).toBe('Step 0 (contacts.tag) failed: id: must be a string.');
  });
});

describe('an action with a transient failure', () => {
  const waitForRetry = (space: AutomationSpace, id: string, attempts: number) =>
    eventually(async () => expect((await space.listRuns(id))[0]!.error).toContain(`(tried ${attempts} times). It is tried again`), {
      timeout: 10_000,
    });

  test('is retried', async () => {
    const space = createAutomationSpace(services);
    const id = await space.createAutomation({ actions: [tagContact('new')] });
    gateway.unavailable.add(space.caller.key_id);
    const contact = await space.createContact();
    await waitForRetry(space, id, 1);
    expect((await space.listRuns(id))[0]).toMatchObject({ status: 'running', finished_at: null });
    gateway.unavailable.delete(space.caller.key_id);
    services.ports.clock.advance(1_000);
    expect((await space.waitForRuns(id))[0]).toMatchObject({ status: 'succeeded', error: null });
    expect(await tagsOf(space, contact.id)).toEqual(['new']);
  });

  test('fails after the last retry', async () => {
    const space = createAutomationSpace(services);
    const id = await space.createAutomation({ actions: [tagContact('new')] });
    gateway.unavailable.add(space.caller.key_id);
    await space.createContact();
    for (const [index, seconds] of ACTION_RETRY_DELAYS_SECONDS.entries()) {
      await waitForRetry(space, id, index + 1);
      services.ports.clock.advance(seconds * 1_000);
    }
    expect((await space.waitForRuns(id))[0]).toMatchObject({
      status: 'failed',
      error: 'Step 0 (contacts.tag) failed: The gateway does not answer (tried 6 times).',
    });
  });
});

describe('during a run', () => {
  /** Starts a run of two actions that waits in its first until it is released. */
  async function startHeldRun(): Promise<{ space: AutomationSpace; id: string; contact: string; release: () => void }> {
    const space = createAutomationSpace(services);
    const gate = Promise.withResolvers<void>();
    gateway.gates.set(space.caller.key_id, gate.promise);
    const id = await space.createAutomation({ actions: [tagContact('one'), tagContact('two')] });
    const contact = await space.createContact();
    await eventually(async () => expect((await space.listRuns(id))[0]).toMatchObject({ status: 'running' }));
    return { space, id, contact: contact.id, release: gate.resolve };
  }

  test('an update of the automation applies to the next run', async () => {
    const { space, id, contact, release } = await startHeldRun();
    await space.call(automations, 'update', { id, actions: [tagContact('other')] });
    release();
    await space.waitForRuns(id);
    expect(await tagsOf(space, contact)).toEqual(['one', 'two']);
    const next = await space.createContact();
    await space.waitForRuns(id, 2);
    expect(await tagsOf(space, next.id)).toEqual(['other']);
  });

  test('disabling the automation stops the run before its next action', async () => {
    const { space, id, contact, release } = await startHeldRun();
    await space.call(automations, 'update', { id, enabled: false });
    release();
    expect((await space.waitForRuns(id))[0]).toMatchObject({
      status: 'failed',
      error: 'Stopped before step 1: the automation was disabled.',
    });
    expect(await tagsOf(space, contact)).toEqual(['one']);
  });

  test('deleting the automation ends the run after its current action', async () => {
    const { space, id, contact, release } = await startHeldRun();
    await space.call(automations, 'delete', { id });
    release();
    await eventually(async () => expect(await tagsOf(space, contact)).toEqual(['one']));
    // Nothing reports the end of a deleted run; a second run that finishes meanwhile proves that there was time for it.
    const list = { operation: 'contacts.list', arguments: {} };
    const other = await space.createAutomation({ trigger: { manual: true }, actions: [list, list] });
    await space.call(automations, 'run', { id: other });
    await space.waitForRuns(other);
    expect(await tagsOf(space, contact)).toEqual(['one']);
    await expect(space.listRuns(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('a hundred concurrent events start a hundred runs once each with two processes', async () => {
  const second = await startAutomations(gateway, await testPorts({ url: services.ports.url, clock: services.ports.clock }));
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({ actions: [tagContact('new')] });
  const made = await Promise.all(Array.from({ length: 100 }, () => space.createContact()));
  const runs = await space.waitForRuns(id, 100);
  expect(new Set(runs.map(({ event_id }) => event_id)).size).toBe(100);
  expect(runs.filter(({ status, steps }) => status === 'succeeded' && steps.length === 1)).toHaveLength(100);
  const tagged = (await eventsOf(space)).filter(({ type }) => type === 'contact_tagged').map(({ data }) => data.contact_id);
  expect(tagged.toSorted()).toEqual(made.map((contact) => contact.id).toSorted());
  await second.stop();
});
