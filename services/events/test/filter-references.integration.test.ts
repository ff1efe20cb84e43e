import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { scopes } from '@space/contracts/core';
import { callAs, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { startAutomations } from './fixtures/automation-services.ts';

const { automations, listeners, tables } = contracts;
let services: TestServices;
beforeAll(async () => {
  services = await startAutomations();
});
afterAll(() => services.stop());

const unknown = 'tbl_01jd0000000000000000000000';
const createSpace = () => callAs(services.ports, { ...newSpaceCaller(), scopes });

test('a feed with filters by unknown ids is refused with all of them, those of other Spaces included', async () => {
  const [call, other] = [createSpace(), createSpace()];
  const { id: table_id } = await call(tables, 'create', { name: 'Deals' });
  const { id: foreign } = await other(tables, 'create', { name: 'Deals' });
  const create = (ids: unknown) =>
    call(listeners, 'create', {
      kind: 'feed',
      name: 'Feed',
      event_types: ['*'],
      filters: { table_row_created: { table_id: ids }, contact_tagged: { tag_id: 'tag_01jd0000000000000000000000' } },
    });
  const error = (path: string, what: string, list: string) => ({
    path,
    code: 'unresolved_reference',
    message: `there is no ${what} in this Space; ${list} lists them`,
  });
  await expect(create([table_id, foreign, unknown])).rejects.toMatchObject({
    code: 'unresolved_reference',
    extras: {
      errors: [
        error('filters.table_row_created.table_id.1', `table "${foreign}"`, 'GET /tables'),
        error('filters.table_row_created.table_id.2', `table "${unknown}"`, 'GET /tables'),
        error('filters.contact_tagged.tag_id', 'tag "tag_01jd0000000000000000000000"', 'GET /tags'),
      ],
    },
  });
  expect((await call(listeners, 'list', {})).data).toEqual([]);
  const { subscription } = await call(listeners, 'create', {
    kind: 'feed',
    name: 'Feed',
    event_types: ['*'],
    filters: { table_row_created: { table_id } },
  });
  await expect(
    call(listeners, 'update', { id: subscription.id, filters: { table_row_created: { table_id: unknown } } }),
  ).rejects.toMatchObject({
    message: `filters.table_row_created.table_id: there is no table "${unknown}" in this Space; GET /tables lists them.`,
  });
});

test('an id that the filters have already is accepted after its table was deleted', async () => {
  const call = createSpace();
  const { id: table_id } = await call(tables, 'create', { name: 'Deals' });
  const filters = { table_row_created: { table_id } };
  const { subscription } = await call(listeners, 'create', { kind: 'feed', name: 'Feed', event_types: ['*'], filters });
  await call(tables, 'delete', { table_id, hard: true });
  const change = { id: subscription.id, name: 'Same', filters };
  expect(await call(listeners, 'update', change)).toMatchObject({ name: 'Same', filters, before: { name: 'Feed' } });
  const more = { table_row_created: { table_id: [table_id, unknown] } };
  await expect(call(listeners, 'update', { id: subscription.id, filters: more })).rejects.toMatchObject({
    extras: { errors: [{ path: 'filters.table_row_created.table_id.1' }] },
  });
});

test('the trigger of an automation is refused in the same way when it is created or changed', async () => {
  const call = createSpace();
  const { id: table_id } = await call(tables, 'create', { name: 'Deals' });
  const automation = { name: 'Look', actions: [{ operation: 'list_contacts' }] };
  const on = (id: string) => ({ event_type: 'table_row_created', filters: { table_id: id } });
  const refused = { code: 'unresolved_reference', extras: { errors: [{ path: 'trigger.filters.table_id' }] } };
  await expect(call(automations, 'create', { ...automation, trigger: on(unknown) })).rejects.toMatchObject(refused);
  const { id } = await call(automations, 'create', { ...automation, trigger: on(table_id) });
  await expect(call(automations, 'update', { id, trigger: on(unknown) })).rejects.toMatchObject(refused);
  expect(await call(automations, 'update', { id, trigger: on(table_id) })).toMatchObject({ before: {} });
});

test('an automation gets the errors of its filters and of its actions together when it is created or changed', async () => {
  const call = createSpace();
  const trigger = { event_type: 'table_row_created', filters: { table_id: unknown } };
  const actions = [{ operation: 'contacts.tagg' }];
  const refused = {
    code: 'invalid',
    extras: {
      errors: [
        { path: 'actions.0.operation', code: 'unknown_operation' },
        { path: 'trigger.filters.table_id', code: 'unresolved_reference' },
      ],
    },
  };
  await expect(call(automations, 'create', { name: 'Look', trigger, actions })).rejects.toMatchObject(refused);
  const { id } = await call(automations, 'create', { name: 'Look', trigger: { manual: true }, actions: [{ operation: 'list_contacts' }] });
  await expect(call(automations, 'update', { id, trigger, actions })).rejects.toMatchObject(refused);
  await expect(call(automations, 'update', { id: 'aut_unknown', trigger, actions })).rejects.toMatchObject({ code: 'not_found' });
});

test('a feed gets the errors of filters that never apply and of unknown ids together when it is created or changed', async () => {
  const call = createSpace();
  const filters = { table_row_created: { table_id: unknown } };
  const refused = {
    code: 'invalid',
    extras: {
      errors: [
        { path: 'filters.table_row_created', code: 'not_listened_to' },
        { path: 'filters.table_row_created.table_id', code: 'unresolved_reference' },
      ],
    },
  };
  const feed = { kind: 'feed' as const, name: 'Feed', event_types: ['contact_created'] };
  await expect(call(listeners, 'create', { ...feed, filters })).rejects.toMatchObject(refused);
  const { subscription } = await call(listeners, 'create', feed);
  await expect(call(listeners, 'update', { id: subscription.id, filters })).rejects.toMatchObject(refused);
});

test('a webhook gets the errors of its URL, its filters and their ids together', async () => {
  const call = createSpace();
  const webhook = { kind: 'webhook' as const, name: 'Hook', url: 'http://example.com/', event_types: ['contact_created'] };
  await expect(call(listeners, 'create', { ...webhook, filters: { table_row_created: { table_id: unknown } } })).rejects.toMatchObject({
    code: 'invalid',
    extras: {
      errors: [{ path: 'url', code: 'unsafe_url' }, { path: 'filters.table_row_created' }, { path: 'filters.table_row_created.table_id' }],
    },
  });
});

describe('a filter by the name of a table', () => {
  const filters = (table_id: unknown) => ({ table_row_created: { table_id } });
  const feed = { kind: 'feed' as const, name: 'Feed', event_types: ['table_row_created'] };
  const actions = [{ operation: 'list_contacts' }];
  const trigger = (table_id: string) => ({ event_type: 'table_row_created', filters: { table_id } });

  test('is stored with the id, for a feed and for an automation', async () => {
    const call = createSpace();
    const deals = await call(tables, 'create', { name: 'Open deals', slug: 'deals' });
    const { subscription } = await call(listeners, 'create', { ...feed, filters: filters(['open DEALS', deals.id]) });
    expect(subscription.filters).toEqual(filters([deals.id, deals.id]));
    const changed = await call(listeners, 'update', { id: subscription.id, filters: filters('deals') });
    expect(changed.filters).toEqual(filters(deals.id));
    const automation = await call(automations, 'create', { name: 'Look', trigger: trigger('deals'), actions });
    expect(automation.trigger).toEqual(trigger(deals.id));
    const same = await call(automations, 'update', { id: automation.id, trigger: trigger('Open deals') });
    expect(same).toMatchObject({ trigger: trigger(deals.id), before: {} });
  });

  test('that no table of the Space has is refused with the way out', async () => {
    const [call, other] = [createSpace(), createSpace()];
    await other(tables, 'create', { name: 'Deals' });
    const message = 'there is no table "Deals" in this Space; GET /tables lists them';
    await expect(call(listeners, 'create', { ...feed, filters: filters('Deals') })).rejects.toMatchObject({
      extras: { errors: [{ path: 'filters.table_row_created.table_id', code: 'unresolved_reference', message }] },
    });
    await expect(call(automations, 'create', { name: 'Look', trigger: trigger('Deals'), actions })).rejects.toMatchObject({
      extras: { errors: [{ path: 'trigger.filters.table_id', code: 'unresolved_reference', message }] },
    });
  });

  test('that several tables have is refused with their ids, together with all other faults', async () => {
    const call = createSpace();
    const ids = [];
    for (const slug of ['one', 'two']) ids.push((await call(tables, 'create', { name: 'Deals', slug })).id);
    const ambiguous = { code: 'ambiguous', message: expect.stringMatching(ids.sort().join('.*')) };
    const path = 'filters.table_row_created.table_id';
    await expect(
      call(listeners, 'create', { ...feed, filters: { ...filters(['one', 'Deals', 'Nope']), contact_tagged: { tag: 'vip' } } }),
    ).rejects.toMatchObject({
      code: 'invalid',
      extras: {
        errors: [
          { path: 'filters.contact_tagged', code: 'not_listened_to' },
          { path: `${path}.1`, ...ambiguous },
          { path: `${path}.2`, code: 'unresolved_reference' },
        ],
      },
    });
    await expect(
      call(automations, 'create', { name: 'Look', trigger: trigger('Deals'), actions: [{ operation: 'contacts.tagg' }] }),
    ).rejects.toMatchObject({
      extras: { errors: [{ path: 'actions.0.operation' }, { path: 'trigger.filters.table_id', ...ambiguous }] },
    });
  });

  test('is not read for a caller that may not read tables', async () => {
    const caller = newSpaceCaller();
    const { id } = await callAs(services.ports, { ...caller, scopes })(tables, 'create', { name: 'Deals' });
    const call = callAs(services.ports, { ...caller, scopes: ['events:write'] });
    await expect(call(listeners, 'create', { ...feed, filters: filters('Deals') })).rejects.toMatchObject({ code: 'unresolved_reference' });
    const { subscription } = await call(listeners, 'create', { ...feed, filters: filters(id) });
    expect(subscription.filters).toEqual(filters(id));
  });

  test('is read however many there are', async () => {
    const call = createSpace();
    const ids = [];
    for (let at = 0; at < 22; at++) ids.push((await call(tables, 'create', { name: `N${at}` })).id);
    const { subscription } = await call(listeners, 'create', { ...feed, filters: filters(ids.map((_, at) => `n${at}`)) });
    expect(subscription.filters).toEqual(filters(ids));
  });
});
