import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { audiences, contactDirectory, contacts } from '@space/contracts/contacts';
import { sql } from '@space/database';
import { z } from 'zod';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

/** Creates a Space with Ada and her duplicate. */
async function twoAdas() {
  const space = service.newSpace();
  const { call } = space;
  const ada = await call(contacts, 'create', {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '1',
    custom_fields: { plan: 'pro', seats: null },
  });
  const twin = await call(contacts, 'create', {
    name: 'A. Lovelace',
    email: 'a.lovelace@example.com',
    phone: '2',
    company: 'Engines',
    custom_fields: { plan: 'free', seats: 4, note: 'x' },
  });
  const types = async () => (await space.events()).map(({ type }) => type);
  return { ...space, ada, twin, types };
}

describe('merging a contact into another one', () => {
  test('fills the gaps of the survivor, and answers what did not survive', async () => {
    const { call, ada, twin, events } = await twoAdas();
    const merged = await call(contacts, 'merge', { id: ada.id, contact_id: twin.id });
    expect(merged).toEqual({
      ...ada,
      company: 'Engines',
      custom_fields: { plan: 'pro', seats: 4, note: 'x' },
      updated_at: expect.any(String),
      merged_contact_id: twin.id,
      before: { company: null, custom_fields: { plan: 'pro', seats: null } },
      discarded: { name: 'A. Lovelace', email: 'a.lovelace@example.com', phone: '2', custom_fields: { plan: 'free' } },
      added_tags: [],
      audience_count: 0,
    });
    expect((await call(contacts, 'list', { include_total: true })).total).toBe(1);
    expect((await events()).slice(2).map(({ type, data }) => [type, data.contact_id, data.changed, data.merged_contact_id])).toEqual([
      ['contact_merged', ada.id, ['company', 'custom_fields'], twin.id],
      ['contact_updated', ada.id, ['company', 'custom_fields'], undefined],
    ]);
  });

  test('chooses values by the rule of each field, and given values before all rules', async () => {
    const { call, ada, twin } = await twoAdas();
    const merged = await call(contacts, 'merge', {
      id: ada.id,
      contact_id: twin.id,
      rules: { email: 'take', phone: 'take', company: 'keep', custom_fields: 'take' },
      values: { name: 'Ada King', phone: null },
    });
    expect(merged).toMatchObject({
      name: 'Ada King',
      email: 'a.lovelace@example.com',
      phone: null,
      company: null,
      custom_fields: { plan: 'free', seats: 4, note: 'x' },
      discarded: { name: 'A. Lovelace', phone: '2', company: 'Engines' },
    });
  });

  test('moves tags and places in fixed audiences, each once', async () => {
    const { call, ada, twin, events } = await twoAdas();
    await call(contacts, 'tag', { id: ada.id, tags: ['vip'] });
    await call(contacts, 'tag', { id: twin.id, tags: ['vip', 'donor'] });
    const both = await call(audiences, 'create', { name: 'Both', contact_ids: [ada.id, twin.id] });
    const one = await call(audiences, 'create', { name: 'One', contact_ids: [twin.id] });
    const before = (await events()).length;
    expect(
      await call(contacts, 'merge', { id: ada.id, contact_id: twin.id, rules: { company: 'keep', custom_fields: 'keep' } }),
    ).toMatchObject({
      tags: ['donor', 'vip'],
      added_tags: ['donor'],
      audience_count: 2,
      before: {},
    });
    for (const { id } of [both, one])
      expect((await call(audiences, 'contacts', { id })).data.map((contact) => contact.id)).toEqual([ada.id]);
    expect((await events()).slice(before).map(({ type }) => type)).toEqual(['contact_merged', 'contact_tagged']);
  });

  test('makes the id of the removed contact find the survivor, also after a further merge', async () => {
    const { call, ada, twin } = await twoAdas();
    const third = await call(contacts, 'create', { name: 'Third', email: 'third@example.com' });
    await call(contacts, 'merge', { id: ada.id, contact_id: twin.id });
    await call(contacts, 'merge', { id: third.id, contact_id: ada.id });
    for (const id of [ada.id, twin.id]) expect(await call(contacts, 'get', { id })).toMatchObject({ id: third.id });
    expect(await call(contacts, 'update', { id: twin.id, bio: 'changed' })).toMatchObject({ id: third.id, bio: 'changed' });
    expect(await call(contacts, 'tag', { id: ada.id, tags: ['vip'] })).toMatchObject({ id: third.id, tags: ['vip'] });
    const audience = await call(audiences, 'create', { name: 'Old ids', contact_ids: [ada.id, third.id, twin.id] });
    expect(audience.contact_count).toBe(1);
    expect(await call(contactDirectory, 'resolve', { ids: [twin.id], emails: ['ADA@example.com'] })).toMatchObject({
      contacts: [{ id: third.id }],
      merged: [
        { id: ada.id, contact_id: third.id },
        { id: twin.id, contact_id: third.id },
      ],
    });
    for (const ids of [[ada.id], [third.id], undefined]) {
      const { merged } = await call(contactDirectory, 'merged', ids ? { ids } : {});
      expect(new Map(merged.map(({ id, contact_id }) => [id, contact_id]))).toEqual(new Map([twin, ada].map(({ id }) => [id, third.id])));
    }
    expect(await call(contactDirectory, 'merged', { ids: ['con_unknown'] })).toEqual({ merged: [] });
    await expect(call(contacts, 'delete', { id: twin.id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(third.id),
    });
    await call(contacts, 'delete', { id: third.id });
    for (const id of [ada.id, twin.id]) await expect(call(contacts, 'get', { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('makes the email of the removed contact find the survivor, until a contact has it again', async () => {
    const { call, ada, twin } = await twoAdas();
    await call(contacts, 'merge', { id: ada.id, contact_id: twin.id });
    expect(await call(contactDirectory, 'capture', { email: 'A.Lovelace@example.com', bio: 'wrote again' })).toMatchObject({
      id: ada.id,
      email: 'ada@example.com',
      bio: 'wrote again',
    });
    const again = await call(contacts, 'create', { name: 'Another', email: 'a.lovelace@example.com' });
    expect(await call(contactDirectory, 'capture', { email: 'a.lovelace@example.com' })).toMatchObject({ id: again.id });
  });

  test('in a dry run answers the merged contact and changes nothing', async () => {
    const { call, ada, twin, types } = await twoAdas();
    expect(await call(contacts, 'merge', { id: ada.id, contact_id: twin.id }, { dry_run: true })).toMatchObject({ company: 'Engines' });
    expect(await call(contacts, 'get', { id: ada.id })).toEqual(ada);
    expect(await call(contacts, 'get', { id: twin.id })).toEqual(twin);
    expect(await types()).toEqual(['contact_created', 'contact_created']);
  });

  test('is refused for itself, an unknown contact, a contact of another Space, and an email that is taken', async () => {
    const { call, ada, twin } = await twoAdas();
    const other = await twoAdas();
    const eve = await call(contacts, 'create', { name: 'Eve', email: 'eve@example.com' });
    const merge = (args: object) => call(contacts, 'merge', { id: ada.id, contact_id: twin.id, ...args });
    await expect(merge({ contact_id: ada.id })).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'contact_id' }] } });
    await expect(merge({ id: 'con_unknown' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(merge({ contact_id: other.twin.id })).rejects.toMatchObject({
      code: 'unresolved_reference',
      extras: { errors: [{ path: 'contact_id' }] },
    });
    await expect(merge({ values: { email: 'EVE@example.com' } })).rejects.toMatchObject({
      code: 'duplicate',
      extras: { existing_id: eve.id },
    });
    expect(await call(contacts, 'get', { id: twin.id })).toEqual(twin);
    await merge({});
    await expect(merge({})).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is refused when the custom fields would be too large together', async () => {
    const { call, ada, twin } = await twoAdas();
    await call(contacts, 'update', { id: ada.id, custom_fields: { a: 'x'.repeat(600_000) } });
    await call(contacts, 'update', { id: twin.id, custom_fields: { b: 'x'.repeat(600_000) } });
    await expect(call(contacts, 'merge', { id: ada.id, contact_id: twin.id })).rejects.toMatchObject({ code: 'limit_reached' });
    await call(contacts, 'merge', { id: ada.id, contact_id: twin.id, rules: { custom_fields: 'keep' } });
  });

  test('in both directions by two callers merges once', async () => {
    const { call, ada, twin } = await twoAdas();
    const merge = (id: string, contact_id: string) => call(contacts, 'merge', { id, contact_id });
    const outcomes = await Promise.allSettled([merge(ada.id, twin.id), merge(twin.id, ada.id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await call(contacts, 'list', { include_total: true })).total).toBe(1);
  });
});

describe('duplicates', () => {
  async function spaceWith(...people: readonly { name: string; email: string; phone?: string; company?: string }[]) {
    const { call } = service.newSpace();
    for (const person of people) await call(contacts, 'create', person);
    const groups = async (by: 'email' | 'phone' | 'name') =>
      (await call(contacts, 'duplicates', { by })).data.map((group) => [group.contact_count, ...group.contacts.map(({ email }) => email)]);
    return { call, groups };
  }

  test('by email ignore case, a suffix, and dots at gmail.com', async () => {
    const { groups } = await spaceWith(
      { name: 'A', email: 'Ada+news@Example.com' },
      { name: 'B', email: 'ada@example.com' },
      { name: 'C', email: 'a.da@example.com' },
      { name: 'D', email: 'a.d.a+x@googlemail.com' },
      { name: 'E', email: 'ada@gmail.com' },
    );
    expect(await groups('email')).toEqual([
      [2, 'Ada+news@Example.com', 'ada@example.com'],
      [2, 'a.d.a+x@googlemail.com', 'ada@gmail.com'],
    ]);
  });

  test('by name have the keys of the former function, which a name of one or two plain words does not need', async () => {
    const { database } = service.ports;
    const migration = await readFile(new URL('../migrations/009-match-without-company.sql', import.meta.url), 'utf8');
    const former = /create function match_person[\s\S]*?end \$\$;/
      .exec(migration)![0]
      .replace('match_person', 'contacts.former_match_person');
    await database.query({ ...sql.typeAlias('void')`select`, sql: former });
    const words = ['Ada', 'ada', 'LOVELACE', 'Zoë', '7', 'İnci', 'o’neill', "O'Neill", '-', '', ' ', '\t', 'von', 'ada\n', '_', 'ß'];
    const names = words.flatMap((one) => [one, ...words.flatMap((two) => [`${one} ${two}`, `${one}, ${two}`, `${two} ${one} ${two}`])]);
    const differing = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
      select name from unnest(${sql.array(names, 'text')}) as name, unnest(array[null, '', ' Engines, Ltd. ', 'ÉTÉ']) as company
      where contacts.match_person(name, company) is distinct from contacts.former_match_person(name, company)`);
    expect(differing).toEqual([]);
  });

  test('by phone compare the last nine digits of numbers with at least seven', async () => {
    const { groups } = await spaceWith(
      { name: 'A', email: 'a@example.com', phone: '+44 20 7946 0000' },
      { name: 'B', email: 'b@example.com', phone: '(020) 7946-0000' },
      { name: 'C', email: 'c@example.com', phone: '12345' },
      { name: 'D', email: 'd@example.com', phone: '12345' },
      { name: 'E', email: 'e@example.com' },
    );
    expect(await groups('phone')).toEqual([[2, 'a@example.com', 'b@example.com']]);
  });

  test('by name compare the words of the name in any order, and the company', async () => {
    const { groups } = await spaceWith(
      { name: 'Ada Lovelace', email: 'a@example.com', company: 'Engines, Ltd.' },
      { name: 'LOVELACE, Ada', email: 'b@example.com', company: 'engines ltd' },
      { name: 'Ada Lovelace', email: 'c@example.com', company: 'Other' },
      { name: 'Ada Lovelace', email: 'd@example.com' },
    );
    expect(await groups('name')).toEqual([[2, 'a@example.com', 'b@example.com']]);
  });

  test('by name treat contacts without a company as of the same company', async () => {
    const { call, groups } = await spaceWith(
      { name: 'Bob Twin', email: 'a@example.com' },
      { name: 'bob twin', email: 'b@example.com', company: '' },
      { name: 'Bob  Twin', email: 'c@example.com', company: ' - ' },
      { name: 'Bob Twin', email: 'd@example.com', company: 'Engines' },
      { name: '...', email: 'e@example.com' },
      { name: '-', email: 'f@example.com' },
    );
    expect(await groups('name')).toEqual([[3, 'a@example.com', 'b@example.com', 'c@example.com']]);
    const { data } = await call(contacts, 'list', { email: 'c@example.com' });
    await call(contacts, 'update', { id: data[0]!.id!, company: 'ENGINES' });
    expect(await groups('name')).toEqual([
      [2, 'a@example.com', 'b@example.com'],
      [2, 'c@example.com', 'd@example.com'],
    ]);
  });

  test('without by compare only emails, and the answer says so', async () => {
    const { call } = await spaceWith(
      { name: 'Bob', email: 'a@example.com', phone: '+44 20 7946 0000' },
      { name: 'Bob', email: 'b@example.com', phone: '+44 20 7946 0000' },
    );
    expect(await call(contacts, 'duplicates', {})).toEqual({ by: 'email', data: [], has_more: false, next_cursor: null });
    expect(await call(contacts, 'duplicates', { by: 'phone' })).toMatchObject({ by: 'phone', data: [{ by: 'phone', contact_count: 2 }] });
  });

  test('are paged, and of one Space', async () => {
    const people = ['a', 'b', 'c'].flatMap((name) => [1, 2].map((n) => ({ name, email: `${name}+${n}@example.com` })));
    const { call } = await spaceWith(...people);
    await spaceWith(...people);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(contacts, 'duplicates', { limit: 1, ...(cursor && { cursor }) });
      found.push(...page.data.map((group) => `${group.contacts[0]!.name}${group.contact_count}`));
      cursor = page.next_cursor ?? undefined;
      expect(page.has_more).toBe(cursor !== undefined);
    } while (cursor);
    expect(found).toEqual(['a2', 'b2', 'c2']);
  });

  test('list at most five contacts of a group, and count all', async () => {
    const { call } = await spaceWith(...Array.from({ length: 12 }, (_, n) => ({ name: 'Ada', email: `ada+${n}@example.com` })));
    const { data } = await call(contacts, 'duplicates', {});
    expect(data.map((group) => [group.contact_count, group.contacts.length])).toEqual([[12, 5]]);
  });
});
