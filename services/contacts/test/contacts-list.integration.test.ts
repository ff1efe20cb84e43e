import { describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import type { ArgumentsOf } from '@space/contracts/core';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

/** Creates a Space with one contact for each name, in this order. */
async function spaceWith(...people: (string | { name: string; email: string; company?: string })[]) {
  const { call } = service.newSpace();
  for (const [index, person] of people.entries())
    await call(contacts, 'create', typeof person === 'string' ? { name: person, email: `person${index}@example.com` } : person);
  const names = async (args: { search?: string; limit?: number; offset?: number; cursor?: string }) =>
    (await call(contacts, 'list', args)).data.map(({ name }) => name);
  return { call, names };
}

describe('the list of contacts', () => {
  test('is newest first', async () => {
    const { names } = await spaceWith('First', 'Second', 'Third');
    expect(await names({})).toEqual(['Third', 'Second', 'First']);
  });

  test('returns each contact once across pages, even if one is added in between', async () => {
    const { call } = await spaceWith('A', 'B', 'C', 'D', 'E');
    const first = await call(contacts, 'list', { limit: 2 });
    expect([first.data.map(({ name }) => name), first.has_more]).toEqual([['E', 'D'], true]);
    await call(contacts, 'create', { name: 'Late', email: 'late@example.com' });
    const second = await call(contacts, 'list', { limit: 2, cursor: first.next_cursor! });
    expect(second.data.map(({ name }) => name)).toEqual(['C', 'B']);
    const last = await call(contacts, 'list', { limit: 2, cursor: second.next_cursor! });
    expect(last).toMatchObject({ data: [{ name: 'A' }], has_more: false, next_cursor: null });
  });

  test('skips offset rows', async () => {
    const { names } = await spaceWith('A', 'B', 'C');
    expect(await names({ offset: 1, limit: 1 })).toEqual(['B']);
    expect(await names({ offset: 3 })).toEqual([]);
  });

  test('has no further page if a page ends with the last contact', async () => {
    const { call } = await spaceWith('A', 'B');
    expect(await call(contacts, 'list', { limit: 2 })).toMatchObject({ has_more: false, next_cursor: null });
  });

  test('counts all matching contacts only on request', async () => {
    const { call } = await spaceWith('Ada', 'Adam', 'Eve');
    expect(await call(contacts, 'list', { limit: 1 })).not.toHaveProperty('total');
    expect(await call(contacts, 'list', { limit: 1, include_total: true })).toMatchObject({ total: 3, has_more: true });
    expect(await call(contacts, 'list', { limit: 1, include_total: true, search: 'ada' })).toMatchObject({ total: 2, has_more: true });
  });

  test('is empty for an empty Space', async () => {
    const { call } = await spaceWith();
    expect(await call(contacts, 'list', { include_total: true })).toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
      total: 0,
      total_is_exact: true,
    });
  });

  test('rejects a limit above 200 and a cursor of another list', async () => {
    const { call } = await spaceWith('A');
    await expect(call(contacts, 'list', { limit: 201 })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'limit' }] },
    });
    for (const cursor of [
      'x',
      Buffer.from('{}').toString('base64url'),
      Buffer.from('["a","b"]').toString('base64url'),
      Buffer.from('[null]').toString('base64url'),
    ])
      await expect(call(contacts, 'list', { cursor })).rejects.toMatchObject({
        code: 'invalid',
        extras: { errors: [{ path: 'cursor', code: 'invalid_cursor' }] },
      });
  });

  test('shows no contacts of other Spaces', async () => {
    const mine = await spaceWith('Mine');
    const theirs = await spaceWith('Theirs');
    expect(await mine.names({})).toEqual(['Mine']);
    expect(await theirs.names({ search: 'Mine' })).toEqual([]);
  });
});

describe('search', () => {
  test('matches name, email and company without regard to case', async () => {
    const { names } = await spaceWith(
      { name: 'Ada Lovelace', email: 'ada@example.com', company: 'Analytical Engines' },
      { name: 'Grace Hopper', email: 'grace@navy.example' },
    );
    expect(await names({ search: 'LOVE' })).toEqual(['Ada Lovelace']);
    expect(await names({ search: 'Navy.Ex' })).toEqual(['Grace Hopper']);
    expect(await names({ search: 'analytical' })).toEqual(['Ada Lovelace']);
    expect(await names({ search: 'example' })).toEqual(['Grace Hopper', 'Ada Lovelace']);
  });

  test('ignores case beyond ASCII', async () => {
    const { names } = await spaceWith({ name: 'Ærø Öberg', email: 'a@example.com' }, { name: 'Жанна', email: 'b@example.com' });
    expect(await names({ search: 'æRØ ö' })).toEqual(['Ærø Öberg']);
    expect(await names({ search: 'ЖАН' })).toEqual(['Жанна']);
  });

  test.each(['%', '_', '\\', '\\%', "'"])('matches %s literally', async (sign) => {
    const { names } = await spaceWith({ name: `a${sign}b`, email: 'a@example.com' }, { name: 'a-b', email: 'b@example.com' });
    expect(await names({ search: sign })).toEqual([`a${sign}b`]);
  });

  test('does not match across the end of the name and the start of the email', async () => {
    const { names } = await spaceWith({ name: 'Ada', email: 'bob@example.com' });
    expect(await names({ search: 'adabob' })).toEqual([]);
  });

  test('with an empty text returns every contact', async () => {
    const { names } = await spaceWith('A', 'B');
    expect(await names({ search: '' })).toEqual(['B', 'A']);
  });
});

describe('filters and orders', () => {
  /** Creates three contacts, a second apart. */
  async function threePeople() {
    const { call } = service.newSpace();
    const { clock } = service.ports;
    const people = [
      { name: 'grace', email: 'Zoe@example.com', custom_fields: { plan: 'pro' } },
      { name: 'Ada', email: 'ada@example.com', custom_fields: { plan: 'free' } },
      { name: 'ada', email: 'Bob@example.com', custom_fields: { plan: 'pro' } },
    ];
    const ids: string[] = [];
    const times: string[] = [];
    for (const person of people) {
      clock.advance(1_000);
      const { id, created_at } = await call(contacts, 'create', person);
      ids.push(id);
      times.push(created_at);
    }
    const list = async (args: ArgumentsOf<(typeof contacts)['operations']['list']>) =>
      (await call(contacts, 'list', args)).data.map(({ id }) => ids.indexOf(id));
    return { call, list, ids, times };
  }

  test('find the contact of an email in any case, and no contact by a part of it', async () => {
    const { list } = await threePeople();
    expect(await list({ email: 'zOE@EXAMPLE.com' })).toEqual([0]);
    expect(await list({ email: 'zoe@example' })).toEqual([]);
  });

  test('find contacts that have all of the tags, in any case', async () => {
    const { call, list, ids } = await threePeople();
    await call(contacts, 'tag', { id: ids[0]!, tags: ['VIP', 'north'] });
    await call(contacts, 'tag', { id: ids[2]!, tags: ['vip'] });
    expect(await list({ tags: ['vip'] })).toEqual([2, 0]);
    expect(await list({ tags: ['Vip', 'NORTH', 'vip'] })).toEqual([0]);
    expect(await list({ tags: ['vip', 'unknown'] })).toEqual([]);
    expect(await call(contacts, 'list', { tags: ['unknown'], include_total: true })).toMatchObject({ data: [], total: 0 });
  });

  test('find contacts that were created in a period, whose end is not in it', async () => {
    const { list, times } = await threePeople();
    expect(await list({ since: times[1]! })).toEqual([2, 1]);
    expect(await list({ until: times[1]! })).toEqual([0]);
    expect(await list({ since: times[0]!, until: times[2]!, sort: 'created_at' })).toEqual([0, 1]);
  });

  test('find contacts that meet a condition, together with other filters', async () => {
    const { call, list, ids } = await threePeople();
    const condition = { custom_field: 'plan', op: 'eq', value: 'pro' } as const;
    await call(contacts, 'tag', { id: ids[2]!, tags: ['vip'] });
    expect(await list({ condition })).toEqual([2, 0]);
    expect(await list({ condition, tags: ['vip'] })).toEqual([2]);
    expect(await list({ condition, search: 'grace' })).toEqual([0]);
    await expect(list({ condition: { field: 'created_at', op: 'contains', value: 'x' } })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'condition.op' }] },
    });
  });

  test.each([
    ['created_at', [0, 1, 2]],
    ['updated_at', [1, 2, 0]],
    ['name', [1, 2, 0]],
    ['email', [1, 2, 0]],
  ] as const)('sort by %s, and page through both directions', async (field, sorted) => {
    const { call, list, ids } = await threePeople();
    service.ports.clock.advance(1_000);
    await call(contacts, 'update', { id: ids[0]!, bio: 'changed last' });
    for (const sort of [field, `-${field}`] as const) {
      const expected = sort === field ? sorted : sorted.toReversed();
      expect(await list({ sort })).toEqual(expected);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await call(contacts, 'list', { sort, limit: 1, ...(cursor && { cursor }) });
        paged.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(paged.map((id) => ids.indexOf(id))).toEqual(expected);
    }
  });

  test('a cursor of another order is refused', async () => {
    const { call } = await threePeople();
    const cursorOf = async (args: object) => (await call(contacts, 'list', { limit: 1, ...args })).next_cursor!;
    const email = await cursorOf({ sort: 'email' });
    for (const [cursor, args] of [
      [email, {}],
      [email, { sort: 'name' }],
      [email, { sort: '-email' }],
      [await cursorOf({}), { sort: 'name' }],
      [await cursorOf({ sort: 'name' }), { sort: 'updated_at' }],
    ] as const)
      await expect(call(contacts, 'list', { cursor, ...args })).rejects.toMatchObject({
        code: 'invalid',
        extras: { errors: [{ path: 'cursor', code: 'invalid_cursor' }] },
      });
  });

  test('fields names the fields of the answer besides the id', async () => {
    const { call, ids } = await threePeople();
    const { data } = await call(contacts, 'list', { fields: ['tags', 'name', 'created_at'], limit: 1 });
    expect(data).toEqual([{ id: ids[2], created_at: expect.any(String), name: 'ada', tags: [] }]);
    await expect(call(contacts, 'list', { fields: ['nmae' as never] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'fields.0' }] },
    });
  });
});
