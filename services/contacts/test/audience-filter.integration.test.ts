import { beforeAll, describe, expect, test } from '@jest/globals';
import { audiences, contacts, tags } from '@space/contracts/contacts';
import { type ArgumentsOf, MAX_COUNTED_MATCHES } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CallAs } from '@space/runtime/testing';
import { z } from 'zod';
import { contactListQuery } from '../src/contacts/list-contacts.ts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

type ListArguments = ArgumentsOf<(typeof contacts)['operations']['list']>;

/** The names of the people of a Space, oldest first; those with an upper-case letter are in London. */
const people = ['dora', 'Ada', 'carl', 'Bea', 'Eve'] as const;

describe('a list of contacts of an audience', () => {
  let call: CallAs;
  let ids: string[];
  let fixed: string;
  let londoners: string;
  beforeAll(async () => {
    call = service.newSpace().call;
    ids = [];
    for (const name of people) {
      service.ports.clock.advance(1_000);
      const location = name === name.toLowerCase() ? null : 'London';
      ids.push((await call(contacts, 'create', { name, email: `${name}@example.com`, location })).id);
    }
    for (const place of [0, 1, 4]) await call(contacts, 'tag', { id: ids[place]!, tags: ['vip'] });
    fixed = (await call(audiences, 'create', { name: 'Chosen', contact_ids: [0, 1, 3].map((place) => ids[place]!) })).id;
    const condition = { field: 'location', op: 'eq', value: 'London' } as const;
    londoners = (await call(audiences, 'create', { name: 'Londoners', condition })).id;
  });

  const names = async (args: ListArguments) => (await call(contacts, 'list', args)).data.map(({ name }) => name);

  test('has its contacts, of a fixed list and of a condition, and as many as total says', async () => {
    expect(await names({ audience_id: fixed })).toEqual(['Bea', 'Ada', 'dora']);
    expect(await names({ audience_id: londoners })).toEqual(['Eve', 'Bea', 'Ada']);
    for (const audience_id of [fixed, londoners])
      expect(await call(contacts, 'list', { audience_id, include_total: true, limit: 1 })).toMatchObject({
        has_more: true,
        total: 3,
        total_is_exact: true,
      });
  });

  test('has those that meet all other filters too', async () => {
    expect(await names({ audience_id: fixed, tags: ['VIP'] })).toEqual(['Ada', 'dora']);
    expect(await names({ audience_id: londoners, tags: ['vip'], search: 'e' })).toEqual(['Eve', 'Ada']);
    const condition = { field: 'name', op: 'contains', value: 'a' } as const;
    expect(await names({ audience_id: londoners, condition, sort: 'name' })).toEqual(['Ada', 'Bea']);
    expect(await names({ audience_id: fixed, condition: { not: condition } })).toEqual([]);
    expect(await names({ audience_id: fixed, email: 'eve@example.com' })).toEqual([]);
    const counted = await call(contacts, 'list', { audience_id: fixed, tags: ['vip'], condition, include_total: true });
    expect(counted).toMatchObject({ total: 2 });
  });

  test.each(['created_at', 'updated_at', 'name', 'email'] as const)(
    'is sorted by %s, and its pages have each contact once, with a tag too',
    async (field) => {
      for (const sort of [field, `-${field}`] as const)
        for (const audience_id of [fixed, londoners])
          for (const more of [{}, { tags: ['vip'] }] satisfies ListArguments[]) {
            const args = { audience_id, sort, ...more };
            const all = await names(args);
            const paged: (string | undefined)[] = [];
            for (let cursor: string | null | undefined; cursor !== null; ) {
              const page = await call(contacts, 'list', { ...args, limit: 1, ...(cursor && { cursor }) });
              paged.push(...page.data.map(({ name }) => name));
              cursor = page.next_cursor;
            }
            expect(paged).toEqual(all);
            if (field === 'name' || field === 'email') {
              const sorted = all.toSorted((a, b) => (a!.toLowerCase() < b!.toLowerCase() ? -1 : 1));
              expect(all).toEqual(sort === field ? sorted : sorted.toReversed());
            }
          }
    },
  );

  test('is exported and deleted by the same filter', async () => {
    const { csv } = await call(contacts, 'export', { audience_id: fixed, fields: ['name'], sort: 'name' });
    expect(csv.split('\r\n').map((line) => line.split(',')[1])).toEqual(['name', 'Ada', 'Bea', 'dora', undefined]);
    const cases: [ArgumentsOf<(typeof contacts)['operations']['delete_bulk']>, number][] = [
      [{ audience_id: fixed }, 3],
      [{ audience_id: londoners, tags: ['vip'] }, 2],
      [{ audience_id: londoners, condition: { field: 'name', op: 'eq', value: 'Eve' } }, 1],
    ];
    for (const [filters, deleted] of cases)
      expect(await call(contacts, 'delete_bulk', filters, { dry_run: true })).toMatchObject({ deleted });
  });

  test('is refused for an audience that the Space does not have, and the error says what to do', async () => {
    const stranger = service.newSpace().call;
    for (const [as, audience_id] of [
      [call, 'aud_unknown'],
      [stranger, fixed],
    ] as const) {
      for (const asked of [as(contacts, 'list', { audience_id }), as(contacts, 'export', { audience_id })])
        await expect(asked).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('There is no audience') });
      await expect(as(contacts, 'delete_bulk', { audience_id })).rejects.toMatchObject({
        code: 'unresolved_reference',
        message: expect.stringContaining('GET /audiences lists'),
        extras: { errors: [{ path: 'audience_id' }] },
      });
    }
    await expect(call(contacts, 'delete_bulk', { audience_id: fixed, contact_ids: [ids[0]!] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'audience_id', code: 'conflict' }] },
    });
  });

  test('has the contacts of a tag that is given by its id; a tag with such a name comes first', async () => {
    const [vip] = (await call(tags, 'list', {})).data;
    expect(await names({ tags: [vip!.id] })).toEqual(['Eve', 'Ada', 'dora']);
    expect(await names({ tags: [vip!.id, 'vip'], audience_id: londoners })).toEqual(['Eve', 'Ada']);
    const stranger = service.newSpace().call;
    await stranger(contacts, 'create', { name: 'Other', email: 'other@example.com' });
    expect((await stranger(contacts, 'list', { tags: [vip!.id] })).data).toEqual([]);
    await call(contacts, 'tag', { id: ids[2]!, tags: [vip!.id] });
    expect(await names({ tags: [vip!.id] })).toEqual(['carl']);
  });
});

test('a sorted list of a tag or a fixed list with a few contacts reads these only', async () => {
  const { call, caller } = service.newSpace();
  const { database } = service.ports;
  const contactId = sql.fragment`'con_' || lpad(n::text, 26, '0')`;
  await database.query(sql.typeAlias('void')`
    insert into contacts.contact (space_id, id, name, email, created_at, updated_at)
    select ${caller.space_id}, ${contactId}, 'Person ' || n % 97, n || '@example.com', now(), now() from generate_series(1, 5000) as n`);
  const { id: audience_id } = await call(audiences, 'create', { name: 'Few', contact_ids: ['con_00000000000000000000000001'] });
  const { id: tag } = await call(tags, 'create', { name: 'few' });
  await database.query(sql.typeAlias('void')`
    insert into contacts.audience_contact (audience_id, space_id, contact_id)
    select ${audience_id}, ${caller.space_id}, ${contactId} from generate_series(20, 5000, 20) as n`);
  await database.query(sql.typeAlias('void')`
    insert into contacts.contact_tag (tag_id, space_id, contact_id)
    select ${tag}, ${caller.space_id}, ${contactId} from generate_series(25, 5000, 25) as n`);
  for (const table of ['contact', 'contact_tag', 'audience_contact'])
    await database.query(sql.typeAlias('void')`analyze ${sql.identifier(['contacts', table])}`);
  for (const [filters, count] of [
    [{ audience_id }, 251],
    [{ tags: ['few'] }, 200],
    [{ audience_id, tags: ['few'] }, 50],
  ] as [Pick<ListArguments, 'audience_id' | 'tags'>, number][])
    for (const sort of ['name', '-updated_at'] as const) {
      const { rows } = await contactListQuery(database, caller.space_id, { ...filters, sort, limit: 200 });
      const plan = await database.anyFirst(sql.type(z.object({ 'QUERY PLAN': z.string() }))`explain ${rows}`);
      expect(plan.join('\n')).toContain('ANY ((InitPlan');
      expect(plan.join('\n')).not.toMatch(/contact_name|contact_updated|Seq Scan on contact\b/);
      expect(await call(contacts, 'list', { ...filters, sort, include_total: true, limit: 1 })).toMatchObject({ total: count });
    }
});

test(`the total of filtered contacts counts up to ${MAX_COUNTED_MATCHES}, and that of all contacts counts all`, async () => {
  const { call, caller } = service.newSpace();
  await service.ports.database.query(sql.typeAlias('void')`
    insert into contacts.contact (space_id, id, name, email, created_at, updated_at)
    select ${caller.space_id}, 'con_' || lpad(n::text, 26, '0'), 'Person ' || n, n || '@example.com', now(), now()
    from generate_series(0, ${MAX_COUNTED_MATCHES}) as n`);
  const totalOf = async (args: ListArguments) => {
    const { total, total_is_exact } = await call(contacts, 'list', { ...args, limit: 1, include_total: true });
    return [total, total_is_exact];
  };
  expect(await totalOf({})).toEqual([MAX_COUNTED_MATCHES + 1, true]);
  expect(await totalOf({ sort: 'name', fields: ['name'] })).toEqual([MAX_COUNTED_MATCHES + 1, true]);
  expect(await totalOf({ search: 'person' })).toEqual([MAX_COUNTED_MATCHES, false]);
  expect(await totalOf({ condition: { field: 'name', op: 'neq', value: 'Person 7' } })).toEqual([MAX_COUNTED_MATCHES, true]);
  const { id } = await call(audiences, 'create', { name: 'All', condition: { field: 'name', op: 'is_not_empty' } });
  expect(await totalOf({ audience_id: id })).toEqual([MAX_COUNTED_MATCHES, false]);
  expect(await call(audiences, 'contacts', { id, limit: 1, include_total: true })).toMatchObject({
    total: MAX_COUNTED_MATCHES,
    total_is_exact: false,
  });
  expect((await call(audiences, 'get', { id })).contact_count).toBe(MAX_COUNTED_MATCHES + 1);
});
