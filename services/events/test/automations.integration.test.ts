import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { type ArgumentsOf, type Caller, type FieldError, Problem } from '@space/contracts/core';
import { MAX_AUTOMATION_ACTIONS } from '@space/contracts/events';
import { newId } from '@space/database';
import { callAs, emittedIn, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace, tagContact } from './fixtures/automation-space.ts';

const { automations } = contracts;
let services: TestServices;
beforeAll(async () => {
  services = await startAutomations();
});
afterAll(() => services.stop());

const tag = tagContact('new');
const welcome = { name: 'Welcome', trigger: { event_type: 'contact_created' }, actions: [tag] };
type NewAutomation = ArgumentsOf<typeof automations.operations.create>;

const findErrors = async (
  given: NewAutomation,
  caller: Caller = createAutomationSpace(services).caller,
): Promise<readonly FieldError[]> => {
  const refusal = await callAs(services.ports, caller)(automations, 'create', given).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Problem);
  return (refusal as Problem).extras.errors ?? [];
};

test('an automation is created with the scopes its actions require, listed, updated and deleted', async () => {
  const { call, caller } = createAutomationSpace(services);
  const created = await call(automations, 'create', { ...welcome, description: 'Tags them' });
  expect(created).toMatchObject({ ...welcome, trigger: { filters: {} }, scopes: ['contacts:write'], key_id: caller.key_id, enabled: true });
  expect((await call(automations, 'list', {})).data).toEqual([created]);
  expect((await call(automations, 'list', { enabled: false })).data).toEqual([]);
  const { before, ...changed } = await call(automations, 'update', { id: created.id, name: 'Hello', enabled: false });
  expect(before).toEqual({ name: 'Welcome', enabled: true });
  expect(changed).toMatchObject({ name: 'Hello', enabled: false, actions: created.actions });
  expect(await call(automations, 'get', { id: created.id })).toEqual(changed);
  expect(await call(automations, 'delete', { id: created.id })).toEqual({ id: created.id, deleted: true });
  await expect(call(automations, 'get', { id: created.id })).rejects.toMatchObject({ code: 'not_found' });
});

test('each change of an automation emits an event, and an update without a difference emits none', async () => {
  const { call, caller } = createAutomationSpace(services);
  const { id } = await call(automations, 'create', { ...welcome, enabled: false });
  await call(automations, 'update', { id, name: 'Welcome' });
  await call(automations, 'update', { id, name: 'Hello' });
  await call(automations, 'delete', { id });
  const events = await emittedIn(services.ports.database, 'events', caller.space_id);
  expect(events.map(({ type, data }) => [type, data.automation_id, data.automation])).toEqual([
    ['automation_created', id, 'Welcome'],
    ['automation_updated', id, 'Hello'],
    ['automation_deleted', id, 'Hello'],
  ]);
});

describe('an invalid plan is rejected when it is saved', () => {
  test('with all its errors in one response', async () => {
    const caller: Caller = { ...newSpaceCaller(), scopes: ['automations:write', 'contacts:write'] };
    const errors = await findErrors(
      {
        ...welcome,
        actions: [
          { operation: 'contacts.tagg', arguments: {} },
          { operation: 'contacts.create', arguments: { name: '{{contcat.name}}', nickname: 'x' } },
          { operation: 'rows.create', arguments: { table_id: 'tbl_1', data: {} } },
          { operation: 'contacts.tag', arguments: { id: '{{steps.3.id}}' } },
          { operation: 'contacts.tag', arguments: { id: '{{event.data.contcat_id}}', tags: ['{{steps.1.emial}}'] } },
        ],
      },
      caller,
    );
    expect(errors.map(({ path, code }) => `${path}: ${code}`).sort()).toEqual([
      'actions.0.operation: unknown_operation',
      'actions.1.arguments.email: invalid_type',
      'actions.1.arguments.name: merge_tag',
      'actions.1.arguments.nickname: unknown_field',
      'actions.2.operation: missing_scope',
      'actions.3.arguments.id: merge_tag',
      'actions.3.arguments.tags: invalid_type',
      'actions.4.arguments.id: merge_tag',
      'actions.4.arguments.tags.0: merge_tag',
    ]);
    const messages = Object.fromEntries(errors.map(({ path, message }) => [path, message]));
    expect(messages['actions.0.operation']).toContain('did you mean "contacts.tag"');
    expect(messages['actions.3.arguments.tags']).toBe('is required');
    expect(messages['actions.2.operation']).toBe('needs the scope tables:write, which this key lacks');
    expect(messages['actions.4.arguments.id']).toContain('there is no contcat_id; did you mean "contact_id"');
    expect(messages['actions.4.arguments.tags.0']).toContain('there is no emial; did you mean "email"');
  });

  test('with the errors of its actions also when its trigger and other fields are wrong', async () => {
    const wrong = {
      name: '',
      actions: [
        { operation: 'contacts.tagg', arguments: {} },
        { arguments: {} },
        { operation: 'contacts.tag', arguments: { id: '{{contact.mail}}', tags: ['{{steps.1.id}}'] } },
        { operation: 'rows.create', arguments: { table_id: 'tbl_1' } },
      ],
    };
    const errorsWith = async (trigger: unknown) => {
      const caller: Caller = { ...newSpaceCaller(), scopes: ['automations:write', 'contacts:write'] };
      return (await findErrors({ ...wrong, trigger } as NewAutomation, caller)).map(({ path, code }) => `${path}: ${code}`).sort();
    };
    const ofActions = [
      'actions.0.operation: unknown_operation',
      'actions.1.operation: invalid_type',
      'actions.3.arguments.data: invalid_type',
      'actions.3.operation: missing_scope',
    ];
    expect(await errorsWith({ event_type: 'contact_creatd' })).toEqual([
      ...ofActions,
      'name: invalid_format',
      'trigger.event_type: invalid_value',
    ]);
    expect(await errorsWith({ event_type: 'contact_created', filters: { tag: 'x' } })).toEqual(
      [...ofActions, 'actions.2.arguments.id: merge_tag', 'name: invalid_format', 'trigger.filters.tag: custom'].sort(),
    );
    expect(await errorsWith(undefined)).toEqual([...ofActions, 'name: invalid_format', 'trigger: invalid_type']);
  });

  test.each([
    ['scopes that the key lacks', { scopes: ['contacts:write', 'finance:read'] }, 'scopes.1'],
    ['scopes that its actions lack', { scopes: ['contacts:read'] }, 'actions.0.operation'],
    ['an unknown event type', { trigger: { event_type: 'contact_crated' } }, 'trigger.event_type'],
    ['an event of runs as its trigger', { trigger: { event_type: 'automation_run_failed' } }, 'trigger.event_type'],
    [
      'a filter that the type does not have',
      { trigger: { event_type: 'contact_created', filters: { table_id: 'x' } } },
      'trigger.filters.table_id',
    ],
    [
      'an unknown kind of actor',
      { trigger: { event_type: 'contact_created', filters: { actor_kind: 'robot' } } },
      'trigger.filters.actor_kind',
    ],
    ['event tags with a manual trigger', { trigger: { manual: true } }, 'actions.0.arguments.id'],
    ['no action', { actions: [] }, 'actions'],
    ['too many actions', { actions: Array(MAX_AUTOMATION_ACTIONS + 1).fill(tag) }, 'actions'],
    ['too large arguments', { actions: [{ ...tag, arguments: { id: 'x'.repeat(70_000), tags: ['a'] } }] }, 'actions'],
    ['an action that waits', { actions: [{ operation: 'events.list', arguments: { wait: 25 } }] }, 'actions.0.arguments.wait'],
    [
      'an action that a merge tag lets wait',
      { actions: [{ operation: 'get_events', arguments: { wait: '{{payload.wait}}' } }] },
      'actions.0.arguments.wait',
    ],
    ['a contact tag for an event type without a contact', { trigger: { event_type: 'table_deleted' } }, 'actions.0.arguments.id'],
    [
      'a tag into a secret',
      {
        actions: [
          { operation: 'event_subscriptions.rotate_secret', arguments: { id: 'lis_1' } },
          { operation: 'contacts.tag', arguments: { id: 'x', tags: ['{{steps.0.secret}}'] } },
        ],
      },
      'actions.1.arguments.tags.0',
    ],
  ])('with %s', async (_case, over, path) => {
    const scopes = ['automations:read', 'automations:write', 'contacts:read', 'contacts:write', 'tables:write'];
    const errors = await findErrors({ ...welcome, ...over } as NewAutomation, { ...newSpaceCaller(), scopes });
    expect(errors.map((error) => error.path)).toEqual([path]);
  });
});

test('a key that lacks a scope of an automation can rename and disable it, but not change its plan or enable it', async () => {
  const { call, caller } = createAutomationSpace(services);
  const { id } = await call(automations, 'create', welcome);
  const lesser = callAs(services.ports, { ...caller, key_id: newId('key'), scopes: ['automations:write'] });
  expect(await lesser(automations, 'update', { id, name: 'Mine', enabled: false })).toMatchObject({
    enabled: false,
    key_id: caller.key_id,
  });
  for (const change of [{ enabled: true }, { trigger: { manual: true as const } }, { actions: [{ ...tag, name: 'Tag' }] }])
    await expect(lesser(automations, 'update', { id, ...change })).rejects.toMatchObject({ code: 'invalid' });
  expect(await call(automations, 'get', { id })).toMatchObject({ enabled: false, actions: [tag] });
});

test('the key that enables an automation or changes its plan becomes the key of the automation', async () => {
  const { call, caller } = createAutomationSpace(services);
  const { id } = await call(automations, 'create', welcome);
  const other = callAs(services.ports, { ...caller, key_id: 'key_other' });
  expect(await other(automations, 'update', { id, name: 'Hello' })).toMatchObject({ key_id: caller.key_id });
  expect(await other(automations, 'update', { id, enabled: true })).toMatchObject({ key_id: 'key_other' });
});

test('a disabled automation is not run, and one of another Space is not found', async () => {
  const { call, createAutomation } = createAutomationSpace(services);
  const id = await createAutomation({ actions: [tag], enabled: false });
  await expect(call(automations, 'run', { id })).rejects.toMatchObject({ code: 'disabled' });
  await expect(createAutomationSpace(services).call(automations, 'run', { id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await call(automations, 'list_runs', { id })).data).toEqual([]);
});
