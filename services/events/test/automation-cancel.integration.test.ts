import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { automations } from '@space/contracts/events';
import { sql } from '@space/database';
import { emittedIn, eventually, type TestServices } from '@space/runtime/testing';
import { createFakeGateway, type FakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { type AutomationSpace, createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

let gateway: FakeGateway;
let services: TestServices;
beforeAll(async () => {
  gateway = createFakeGateway();
  services = await startAutomations(gateway);
});
afterAll(() => services.stop());

const tagsOf = async (space: AutomationSpace, id: string) => (await space.call(contacts, 'get', { id })).tags.toSorted();
const runEvents = async (space: AutomationSpace) =>
  (await emittedIn(services.ports.database, 'events', space.caller.space_id)).filter(({ type }) => type.startsWith('automation_run_'));

/** Starts a run that waits in its first action until it is released. */
async function startHeldRun(actions = [tagContact('one'), tagContact('two')]) {
  const space = createAutomationSpace(services);
  const gate = Promise.withResolvers<void>();
  gateway.gates.set(space.caller.key_id, gate.promise);
  const id = await space.createAutomation({ actions });
  const { id: contact } = await space.createContact();
  const run_id = await eventually(async () => {
    const [run] = await space.listRuns(id);
    expect(run).toMatchObject({ status: 'running' });
    return run!.id;
  });
  return { space, id, run_id, contact, release: gate.resolve };
}

/** Starts a run whose first action failed for a moment, so that it waits to be retried. */
async function startWaitingRun() {
  const space = createAutomationSpace(services);
  gateway.unavailable.add(space.caller.key_id);
  const id = await space.createAutomation({ actions: [tagContact('one')] });
  const { id: contact } = await space.createContact();
  const run_id = await eventually(
    async () => {
      const [run] = await space.listRuns(id);
      expect(run!.error).toContain('It is tried again');
      return run!.id;
    },
    { timeout: 10_000 },
  );
  return { space, id, run_id, contact };
}

describe('a cancelled run', () => {
  test('ends immediately while it waits, and says what was done', async () => {
    const { space, id, run_id, contact } = await startWaitingRun();
    const cancelled = await space.call(automations, 'cancel', { id, run_id });
    expect(cancelled).toMatchObject({
      id: run_id,
      status: 'cancelled',
      steps: [],
      error: 'Cancelled before step 0: no action was executed.',
      finished_at: expect.any(String),
      cancel_requested_at: expect.any(String),
    });
    expect(await space.call(automations, 'cancel', { id, run_id })).toEqual(cancelled);
    gateway.unavailable.delete(space.caller.key_id);
    services.ports.clock.advance(700_000);
    const other = await space.createAutomation({ actions: [tagContact('other')] });
    const next = await space.createContact();
    await Promise.all([space.waitForRuns(id, 2), space.waitForRuns(other)]);
    expect([await tagsOf(space, contact), await tagsOf(space, next.id)]).toEqual([[], ['one', 'other']]);
    expect(await runEvents(space)).toMatchObject([
      { type: 'automation_run_cancelled', data: { run_id, steps: 0, started_by: 'event', actor_kind: 'api_key' } },
      { type: 'automation_run_succeeded' },
      { type: 'automation_run_succeeded' },
    ]);
  });

  test('ends before its next action while one is in progress, and lists the actions that were executed', async () => {
    const { space, id, run_id, contact, release } = await startHeldRun();
    const first = await space.call(automations, 'cancel', { id, run_id });
    expect(first).toMatchObject({ status: 'running', steps: [], finished_at: null, cancel_requested_at: expect.any(String) });
    expect(await space.call(automations, 'cancel', { id, run_id })).toEqual(first);
    release();
    const [run] = await space.waitForRuns(id);
    expect(run).toMatchObject({
      status: 'cancelled',
      steps: [{ index: 0, outcome: 'succeeded' }],
      error: 'Cancelled before step 1: step 0 was executed and is not undone.',
      cancel_requested_at: first.cancel_requested_at,
    });
    expect(await tagsOf(space, contact)).toEqual(['one']);
    expect(await space.call(automations, 'cancel', { id, run_id })).toEqual(run);
    expect(await runEvents(space)).toMatchObject([{ type: 'automation_run_cancelled', data: { run_id, steps: 1 } }]);
  });

  test('ends as succeeded if its last action was in progress, and cannot be cancelled then', async () => {
    const { space, id, run_id, release } = await startHeldRun([tagContact('one')]);
    await space.call(automations, 'cancel', { id, run_id });
    release();
    expect((await space.waitForRuns(id))[0]).toMatchObject({ status: 'succeeded', error: null });
    await expect(space.call(automations, 'cancel', { id, run_id })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The run has ended with the status succeeded, so it cannot be cancelled.',
    });
  });

  test('is not retried when its action fails for a moment', async () => {
    const { space, id, run_id, release } = await startHeldRun();
    await space.call(automations, 'cancel', { id, run_id });
    gateway.unavailable.add(space.caller.key_id);
    release();
    expect((await space.waitForRuns(id))[0]).toMatchObject({ status: 'cancelled', steps: [] });
  });

  test('ends once, also when many calls cancel it together', async () => {
    const { space, id, run_id } = await startWaitingRun();
    const all = await Promise.all(Array.from({ length: 10 }, () => space.call(automations, 'cancel', { id, run_id })));
    expect(new Set(all.map(({ status, finished_at }) => `${status} ${finished_at}`)).size).toBe(1);
    expect(await runEvents(space)).toHaveLength(1);
  });

  test('ends also when its process died', async () => {
    const { space, id, run_id, release } = await startHeldRun();
    await services.ports.database.query(sql.typeAlias('void')`
      update events.automation_run set due_at = now() - interval '1 hour', lease = 'of a dead process' where id = ${run_id}`);
    // Another process may claim the run first; then it ends before its first action.
    await space.call(automations, 'cancel', { id, run_id });
    release();
    expect((await space.waitForRuns(id))[0]).toMatchObject({ status: 'cancelled' });
  });

  test('of another Space is not found', async () => {
    const { id, run_id } = await startWaitingRun();
    const other = createAutomationSpace(services);
    for (const name of ['cancel', 'rerun'] as const)
      await expect(other.call(automations, name, { id, run_id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a repeated run', () => {
  /** Starts a run that fails, and mends its automation. */
  async function startFailedRun() {
    const space = createAutomationSpace(services);
    const id = await space.createAutomation({ actions: [{ operation: 'contacts.get', arguments: { id: 'con_none' } }] });
    const { id: contact } = await space.createContact();
    const [failed] = await space.waitForRuns(id);
    await space.call(automations, 'update', { id, actions: [tagContact('mended')], scopes: ['contacts:write'] });
    return { space, id, contact, failed: failed! };
  }

  test('has the event of the first one and the actions that the automation has now', async () => {
    const { space, id, contact, failed } = await startFailedRun();
    const { run_id, ...answer } = await space.call(automations, 'rerun', { id, run_id: failed.id });
    expect(answer).toEqual({ status: 'queued', rerun_of: failed.id });
    const [, run] = await space.waitForRuns(id, 2);
    expect(run).toMatchObject({
      id: run_id,
      status: 'succeeded',
      rerun_of: failed.id,
      started_by: 'event',
      event_id: failed.event_id,
      event_type: 'contact_created',
    });
    expect(failed.rerun_of).toBeNull();
    expect(await tagsOf(space, contact)).toEqual(['mended']);
  });

  test('has the payload of the first one', async () => {
    const space = createAutomationSpace(services);
    const { id: contact } = await space.createContact();
    const actions = [{ operation: 'contacts.tag', arguments: { id: contact, tags: ['{{payload.tag}}'] } }];
    const id = await space.createAutomation({ trigger: { manual: true }, actions });
    const { run_id } = await space.call(automations, 'run', { id, payload: { tag: 'vip' } });
    await space.waitForRuns(id);
    await space.call(contacts, 'untag', { id: contact, tags: ['vip'] });
    await space.call(automations, 'rerun', { id, run_id });
    expect((await space.waitForRuns(id, 2))[1]).toMatchObject({ status: 'succeeded', started_by: 'manual', payload: { tag: 'vip' } });
    expect(await tagsOf(space, contact)).toEqual(['vip']);
  });

  test('is queued once by many calls together, and again after its end', async () => {
    const { space, id, contact, failed } = await startFailedRun();
    const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The action of the run waits for the contact.
    const holding = services.ports.database.transaction(async (tx) => {
      await tx.query(sql.typeAlias('void')`select from contacts.contact where id = ${contact} for update`);
      locked.resolve();
      await gate.promise;
    });
    await locked.promise;
    const all = await Promise.all(Array.from({ length: 10 }, () => space.call(automations, 'rerun', { id, run_id: failed.id })));
    expect(new Set(all.map(({ run_id }) => run_id)).size).toBe(1);
    await expect(space.call(automations, 'rerun', { id, run_id: all[0]!.run_id })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The run has not ended; wait for its end, or cancel it first.',
    });
    gate.resolve();
    await holding;
    await space.waitForRuns(id, 2);
    expect((await space.call(automations, 'rerun', { id, run_id: failed.id })).run_id).not.toBe(all[0]!.run_id);
    await space.waitForRuns(id, 3);
  });

  test('of a disabled automation is refused', async () => {
    const { space, id, failed } = await startFailedRun();
    await space.call(automations, 'update', { id, enabled: false });
    await expect(space.call(automations, 'rerun', { id, run_id: failed.id })).rejects.toMatchObject({ code: 'disabled' });
  });
});
