import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { automations, feed, listeners } from '@space/contracts/events';
import { emittedIn, eventually, type TestServices } from '@space/runtime/testing';
import { createFakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startAutomations(createFakeGateway());
});
afterAll(() => services.stop());

const trigger = { event_type: 'contact_created', filters: {} };
const create = (over: object = {}) => ({
  operation: 'contacts.create',
  arguments: { name: 'Copy of {{contact.name}}', email: 'copy@example.com', ...over },
});

describe('a trial', () => {
  test('shows the arguments and the answer of each dry run, and stores and emits nothing', async () => {
    const space = createAutomationSpace(services);
    const { event, would_start, steps } = await space.call(automations, 'try', {
      trigger,
      actions: [{ ...create(), name: 'Copy' }],
      event_data: { contact: { name: 'Ada', email: 'ada@example.com' } },
    });
    expect(event).toMatchObject({ type: 'contact_created', data: { contact: { name: 'Ada' }, actor_kind: 'api_key' } });
    expect(would_start).toBe(true);
    expect(steps).toEqual([
      {
        index: 0,
        name: 'Copy',
        operation: 'contacts.create',
        arguments: { name: 'Copy of Ada', email: 'copy@example.com' },
        outcome: 'accepted',
        error: null,
        answer: expect.objectContaining({ name: 'Copy of Ada' }),
        notes: [],
      },
    ]);
    expect((await space.call(contacts, 'list', {})).data).toEqual([]);
    expect(await emittedIn(services.ports.database, 'contacts', space.caller.space_id)).toEqual([]);
    expect((await space.call(automations, 'search_runs', {})).data).toEqual([]);
  });

  test('goes on after a refused action, and says what the filters of the trigger do', async () => {
    const space = createAutomationSpace(services);
    const { id } = await space.createContact({ email: 'taken@example.com' });
    const { would_start, steps } = await space.call(automations, 'try', {
      trigger: { event_type: 'contact_created', filters: { actor_kind: 'person' } },
      actions: [create({ email: 'taken@example.com' }), { operation: 'contacts.get', arguments: { id } }],
    });
    expect(would_start).toBe(false);
    expect(steps).toMatchObject([
      { outcome: 'refused', error: expect.stringContaining('taken@example.com'), answer: null },
      { outcome: 'accepted', answer: { id } },
    ]);
  });

  test('gives later actions the answers of reads, and does not try those that need the answer of a change', async () => {
    const space = createAutomationSpace(services);
    const { id } = await space.createContact({ name: 'Grace' });
    const { steps } = await space.call(automations, 'try', {
      trigger: { manual: true },
      payload: { id },
      actions: [
        { operation: 'contacts.get', arguments: { id: '{{payload.id}}' } },
        create({ name: '{{steps.0.name}} again' }),
        { operation: 'contacts.tag', arguments: { id: '{{steps.1.id}}', tags: ['copy'] } },
      ],
    });
    expect(steps).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'accepted', arguments: { name: 'Grace again' } },
      { outcome: 'not_tried', error: '{{steps.1.id}} is the answer of a change, which a dry run does not store.' },
    ]);
  });

  test('takes a stored event of the Space, and no event of another one', async () => {
    const [space, other] = [createAutomationSpace(services), createAutomationSpace(services)];
    await space.call(listeners, 'create', { kind: 'feed', name: 'Log', event_types: ['contact_created'] });
    const { id } = await space.createContact();
    const event_id = await eventually(async () => {
      const { data } = await space.call(feed, 'search', {});
      expect(data).toHaveLength(1);
      return data[0]!.id;
    });
    const given = { trigger, actions: [tagContact('new')], event_id };
    expect(await space.call(automations, 'try', given)).toMatchObject({
      event: { id: event_id },
      steps: [{ outcome: 'accepted', arguments: { id, tags: ['new'] } }],
    });
    expect((await space.call(contacts, 'get', { id })).tags).toEqual([]);
    await expect(other.call(automations, 'try', given)).rejects.toMatchObject({ code: 'unresolved_reference' });
    await expect(space.call(automations, 'try', { ...given, event_data: {} })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('refuses actions that could not be saved, and those beyond the scopes of the caller', async () => {
    const space = createAutomationSpace(services, ['automations:write']);
    await expect(
      space.call(automations, 'try', { trigger, actions: [{ operation: 'contacts.nothing', arguments: {} }, tagContact('new')] }),
    ).rejects.toMatchObject({
      code: 'invalid',
      extras: {
        errors: expect.arrayContaining([
          expect.objectContaining({ path: 'actions.0.operation', code: 'unknown_operation' }),
          expect.objectContaining({ path: 'actions.1.operation', code: 'missing_scope' }),
        ]),
      },
    });
  });

  test('does not start another one', async () => {
    const space = createAutomationSpace(services);
    const { steps } = await space.call(automations, 'try', {
      trigger,
      actions: [{ operation: 'automations.try', arguments: { trigger: { manual: true }, actions: [create()] } }],
    });
    expect(steps).toMatchObject([{ outcome: 'not_tried', error: 'A trial does not start another one.' }]);
  });
});

describe('a run repeated from its failed step', () => {
  /** Starts a run that creates a contact, and fails at its second action. */
  async function startFailedRun() {
    const space = createAutomationSpace(services);
    const first = { operation: 'contacts.create', arguments: { name: 'Made', email: 'made@example.com' } };
    const actions = [first, tagOf('{{payload.tag}}')];
    const id = await space.createAutomation({ trigger: { manual: true }, actions });
    const { run_id } = await space.call(automations, 'run', { id, payload: { tag: 7 } });
    const [failed] = await space.waitForRuns(id);
    expect(failed).toMatchObject({ id: run_id, status: 'failed', steps: [{ outcome: 'succeeded' }, { outcome: 'failed' }] });
    return { space, id, run_id, first };
  }

  test('does not execute the succeeded actions again, and has their answers', async () => {
    const { space, id, run_id, first } = await startFailedRun();
    await space.call(automations, 'update', {
      id,
      actions: [
        { ...first, name: 'Make' },
        { operation: 'contacts.tag', arguments: { id: '{{steps.0.id}}', tags: ['mended'] } },
      ],
    });
    const again = await space.call(automations, 'rerun', { id, run_id, begin: 'failed_step' });
    expect(again).toMatchObject({ rerun_of: run_id, status: 'queued' });
    const [, run] = await space.waitForRuns(id, 2);
    expect(run).toMatchObject({
      id: again.run_id,
      status: 'succeeded',
      steps: [
        { index: 0, operation: 'contacts.create', reused_from: run_id },
        { index: 1, outcome: 'succeeded' },
      ],
    });
    expect(run!.steps[1]).not.toHaveProperty('reused_from');
    expect((await space.call(contacts, 'list', {})).data).toMatchObject([{ email: 'made@example.com', tags: ['mended'] }]);
  });

  test('names the run that executed an action, also when it is repeated twice', async () => {
    const { space, id, run_id } = await startFailedRun();
    const second = await space.call(automations, 'rerun', { id, run_id, begin: 'failed_step' });
    await space.waitForRuns(id, 2);
    await space.call(automations, 'rerun', { id, run_id: second.run_id, begin: 'failed_step' });
    const [, , third] = await space.waitForRuns(id, 3);
    expect(third).toMatchObject({ status: 'failed', rerun_of: second.run_id, steps: [{ reused_from: run_id }, { outcome: 'failed' }] });
  });

  test('is refused when an action before it has changed, or none is left', async () => {
    const { space, id, run_id, first } = await startFailedRun();
    const refusal = async (actions: object[]) => {
      await space.call(automations, 'update', { id, actions: actions as [] });
      return space.call(automations, 'rerun', { id, run_id, begin: 'failed_step' }).catch(({ code, message }) => `${code}: ${message}`);
    };
    expect(await refusal([{ ...first, arguments: { name: 'Other', email: 'other@example.com' } }, tagOf('x')])).toContain(
      'conflict: Step 0 of the automation has changed since the run',
    );
    expect(await refusal([first])).toContain('conflict: The automation has no action after step 0');
  });

  test('is refused when the run succeeded', async () => {
    const space = createAutomationSpace(services);
    const id = await space.createAutomation({ actions: [tagContact('one')] });
    await space.createContact();
    const [run] = await space.waitForRuns(id);
    await expect(space.call(automations, 'rerun', { id, run_id: run!.id, begin: 'failed_step' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The run succeeded, so no step of it failed; repeat it with begin: start.',
    });
  });
});

const tagOf = (tag: string) => ({ operation: 'contacts.tag', arguments: { id: '{{steps.0.id}}', tags: [tag] } });
