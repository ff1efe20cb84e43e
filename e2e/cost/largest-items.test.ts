import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { MAX_ORDER_ITEMS } from '@space/contracts/commerce';
import type { EventType } from '@space/contracts/core';
import { eventTypes } from '@space/contracts/events';
import { MAX_FORM_FIELDS } from '@space/contracts/scheduling';
import type { ZodType } from 'zod';
import { connectShop, orderOf, paidOrder } from '../payments.ts';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { type Arguments, operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { requestOf } from './worst-calls.ts';

/*
 * Items whose rules no JSON Schema states, so that the worst values of a schema are rejected: fields of forms with keys of
 * their own, conditions on known fields, actions, filters. Each is as large as its contract allows and is accepted.
 */

const operationOf = (id: string) => operations.find((entry) => entry.id === id)!;

/** Calls an operation within its budget, and returns what it answers. Fails when it is refused. */
async function callOf(space: TestSpace, id: string, args: Arguments): Promise<{ id: string }> {
  const { status, text } = await expectWithinBudget(id, requestOf(operationOf(id), space, args), id);
  const expected = operationOf(id).route.status;
  expect({ id, status, error: status === expected ? '' : text.slice(0, 500) }).toEqual({ id, status: expected, error: '' });
  return operationOf(id).route.method === 'POST' ? JSON.parse(text) : { id: '' };
}

test('the largest form is cheap to save, to list, to show, to answer and to report', async () => {
  const space = await newSpace();
  const fields = Array.from({ length: MAX_FORM_FIELDS }, (_, n) => ({
    key: `f${n}`,
    label: `<b>${n} `.padEnd(500, '"'),
    type: 'long_text',
    help: '&'.repeat(500),
    placeholder: '"'.repeat(200),
    ...(n > 0 && n < 20
      ? { visible_if: { or: Array.from({ length: 20 }, () => ({ field: 'f0', op: 'contains', value: 'x'.repeat(50) })) } }
      : {}),
  }));
  const { id } = await callOf(space, 'forms.create', { name: 'Survey', fields });
  const relabelled = fields.map((field) => ({ ...field, label: `${field.label.slice(0, 490)}2` }));
  await callOf(space, 'forms.update', { id, fields: relabelled });
  const answer = Object.fromEntries(fields.slice(100).map(({ key }) => [key, 'x<'.repeat(4_500)]));
  for (let n = 0; n < 8; n++) await callOf(space, 'forms.submit', { id, data: answer });
  for (const read of ['forms.get', 'forms.report']) await callOf(space, read, { id });
  for (const list of ['forms.versions', 'form_submissions.list']) await callOf(space, list, { id, limit: 200 });
  await callOf(space, 'forms.list', { limit: 200 });
  for (const url of [`/f/${id}`, `/f/${id}?${fields.map(({ key }) => `${key}=x`).join('&')}`])
    expect(await expectWithinBudget('form', { method: 'GET', url: profile.public_url + url })).toMatchObject({ status: 200 });
});

test('the largest orders are cheap to read, to list and to export', async () => {
  const space = await newSpace();
  const shop = await connectShop(space.space_id);
  const item = { title: `<b>"&`.padEnd(180, '"'), quantity: 1, unit_amount_cents: 10, amount_cents: 10 };
  for (let n = 0; n < 20; n += 1) {
    const items = Array.from({ length: MAX_ORDER_ITEMS }, (_, k) => ({ product_id: `p${k}`, ...item }));
    expect(await shop.send('order.paid', { ...paidOrder(`order-${n}`, 10_000), items })).toBe(200);
  }
  const { id } = await orderOf(space, 'order-19');
  await callOf(space, 'orders.get', { id });
  for (const list of ['orders.list', 'orders.export']) await callOf(space, list, { limit: 200 });
});

/** Returns the longest texts by which a listener can filter a type under a key; of an id none, since a filter names what exists. */
function longestTexts({ data, sample, filter_rules }: EventType, key: string): readonly unknown[] {
  if (/^[a-z]{3}_/.test(String(sample[key]))) return [];
  const texts = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(200, 'x'));
  const allowed = filter_rules?.[key]?.text ?? (data.shape[key] as ZodType);
  return allowed.safeParse(texts[0]).success ? texts : [sample[key]].flat();
}

test('listeners with the largest filters are cheap to list, and to compare with an event', async () => {
  const space = await newSpace();
  const filters: Record<string, Record<string, readonly unknown[]>> = {};
  for (const type of eventTypes.values())
    if (type.filters.length > 0 && JSON.stringify(filters).length < 900_000)
      filters[type.type] = Object.fromEntries(
        type.filters.map((key) => [key, longestTexts(type, key)]).filter(([, texts]) => texts!.length > 0),
      );
  let accepted = 0;
  for (const share of [1, 2, 8, 64]) {
    const some = Object.fromEntries(Object.entries(filters).slice(0, Math.ceil(Object.keys(filters).length / share)));
    const args = { kind: 'feed', name: 'Feed', event_types: ['*'], filters: some };
    const { status } = await expectWithinBudget(
      'event_subscriptions.create',
      requestOf(operationOf('event_subscriptions.create'), space, args),
    );
    if (status !== 201) continue;
    for (accepted = 1; accepted < 10; accepted++) await callOf(space, 'event_subscriptions.create', args);
    break;
  }
  expect(accepted).toBe(10);
  await callOf(space, 'event_subscriptions.list', { limit: 200 });
  await callOf(space, 'contacts.create', { name: 'Ada', email: 'ada@example.com' });
});

test('automations of the largest actions are cheap to save and to list, and so are their runs', async () => {
  const space = await newSpace();
  const actions = Array.from({ length: 12 }, (_, n) => ({
    operation: 'contacts.list',
    arguments: { search: `${'{{payload.note}}'.repeat(10)}${n}`, cursor: 'x'.repeat(400) },
    name: 'n'.repeat(100),
  }));
  const automation = { name: 'All', trigger: { manual: true }, actions, description: 'd'.repeat(4_000), scopes: ['contacts:read'] };
  const { id } = await callOf(space, 'automations.create', automation);
  for (let n = 0; n < 20; n++) await callOf(space, 'automations.create', automation);
  await callOf(space, 'automations.list', { limit: 200 });
  for (let n = 0; n < 5; n++) await callOf(space, 'automations.run', { id, payload: { note: 'x'.repeat(60_000) } });
  await callOf(space, 'automations.list_runs', { id, limit: 200 });
});

test('rows of the most cells are cheap to write, to change in bulk, to revert, to comment and to delete', async () => {
  const space = await newSpace();
  const columns = Array.from({ length: 10 }, (_, n) => ({ key: `c${n}`, label: 'Text', type: 'long_text' }));
  const { id: table_id } = await callOf(space, 'tables.create', { name: 'Deals', columns });
  const row = (letter: string) => Object.fromEntries(columns.map(({ key }) => [key, letter.repeat(90_000)]));
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push((await callOf(space, 'rows.create', { table_id, data: row('x') })).id);
  await callOf(space, 'rows.update', { table_id, row_id: ids[0], data: row('y') });
  const { data: versions } = await space.client.rows.history({ table_id, row_id: ids[0]! });
  await callOf(space, 'rows.revert', { table_id, row_id: ids[0], version: versions.at(-1)!.version });
  const updates = ids.slice(0, 3).map((row_id) => ({ row_id, data: { c0: 'z'.repeat(90_000) } }));
  await callOf(space, 'rows.update_bulk', { table_id, updates });
  for (let n = 0; n < 20; n++) await callOf(space, 'row_comments.create', { table_id, row_id: ids[0], body: '<'.repeat(4_000) });
  await callOf(space, 'row_comments.list', { table_id, row_id: ids[0], limit: 200 });
  const filters = Array.from({ length: 40 }, (_, n) => ({ column_key: `c${n % 10}`, op: 'eq', value: `${n}`.padEnd(2_000, '%') }));
  for (let n = 0; n < 15; n++) await callOf(space, 'views.create', { table_id, name: `View ${n}`, type: 'grid', config: { filters } });
  await callOf(space, 'views.list', { table_id, limit: 200 });
  const tooLarge = requestOf(operationOf('rows.delete_bulk'), space, { table_id, row_ids: ids });
  expect(await expectWithinBudget('rows.delete_bulk', tooLarge)).toMatchObject({ status: 400 });
  await callOf(space, 'rows.delete_bulk', { table_id, row_ids: ids.slice(0, 15) });
});

test('planners, drafts and blogs at their largest are cheap to list', async () => {
  const space = await newSpace();
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const slots = days.flatMap((weekday) => Array.from({ length: 24 }, (_, hour) => ({ weekday, time: `${`${hour}`.padStart(2, '0')}:00` })));
  for (let n = 0; n < 30; n++)
    await callOf(space, 'social.create_planner', { name: `${n}`.padEnd(100, 'n'), timezone: 'Europe/London', slots });
  await callOf(space, 'social.list_planners', { limit: 200 });
  const base_slug = `news-${randomBytes(6).toString('hex')}`;
  for (let n = 0; n < 20; n++)
    await callOf(space, 'blog_collections.create', { base_slug: `${base_slug}-${n}`, template_html: '<p>x</p>'.repeat(20_000) });
  await callOf(space, 'blog_collections.list', { limit: 200 });
});
