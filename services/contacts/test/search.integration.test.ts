import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { audiences, contacts, tags } from '@space/contracts/contacts';
import { contactSearch } from '@space/contracts/platform';
import { findByText, sql } from '@space/database';
import { callAs, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { searchSources } from '../src/search/search-sources-sql.ts';
import { contactsService } from '../src/service.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([contactsService]);
});
afterAll(() => services.stop());

const all = ['contact', 'tag', 'audience'] as const;

function newSpace() {
  const caller = newSpaceCaller();
  const call = callAs(services.ports, caller);
  const find = async (q: string, kinds: readonly (typeof all)[number][] = all, limit = 8) =>
    (await call(contactSearch, 'find', { q, limit, kinds: kinds.map((kind) => ({ kind, ids: null })) })).found;
  const add = async (name: string, email: string, over: object = {}) => (await call(contacts, 'create', { name, email, ...over })).id;
  return { caller, call, find, add };
}

test('finds contacts by words of name, email and company, tags and audiences, those that begin with the text first', async () => {
  const { call, find, add } = newSpace();
  const grace = await add('Grace Hopper', 'hopper@navy.example.com', { company: 'Ada Works' });
  const ada = await add('Ada Lovelace', 'ada@example.com');
  await add('Charles Babbage', 'charles@example.com');
  const { id: tag } = await call(tags, 'create', { name: 'Adapters' });
  const { id: audience } = await call(audiences, 'create', {
    name: 'All adas',
    condition: { field: 'email', op: 'contains', value: 'ada' },
  });
  expect(await find('ada')).toEqual([
    { kind: 'contact', id: ada, title: 'Ada Lovelace', detail: 'ada@example.com', address: ada },
    { kind: 'contact', id: grace, title: 'Grace Hopper', detail: 'hopper@navy.example.com', address: grace },
    { kind: 'tag', id: tag, title: 'Adapters', detail: null, address: tag },
    { kind: 'audience', id: audience, title: 'All adas', detail: null, address: audience },
  ]);
  expect((await find('HOPPER grace')).map(({ id }) => id)).toEqual([grace]);
  expect((await find('ad', ['contact'], 1)).map(({ id }) => id)).toEqual([ada]);
  expect((await find(grace)).map(({ id }) => id)).toEqual([grace]);
  for (const none of ['%%', '__', 'ada\\', 'ada hopper charles', '  ', 'con_00000000000000000000000000'])
    expect(await find(none)).toEqual([]);
});

test('finds nothing of another Space, and of ids only those that are allowed', async () => {
  const [space, other] = [newSpace(), newSpace()];
  const ada = await space.add('Ada', 'ada@example.com');
  expect(await other.find('ada')).toEqual([]);
  expect(await other.find(ada)).toEqual([]);
  const only = (ids: string[]) => space.call(contactSearch, 'find', { q: 'ada', limit: 8, kinds: [{ kind: 'contact', ids }] });
  expect((await only(['con_x'])).found).toEqual([]);
  expect((await only([ada])).found).toHaveLength(1);
});

test('reads the index of a large Space, and only its newest contacts for two characters', async () => {
  const { caller } = newSpace();
  const { database } = services.ports;
  await database.query(sql.typeAlias('void')`
    insert into contacts.contact (space_id, id, name, email, created_at, updated_at)
    select ${caller.space_id}, 'con_' || lpad(n::text, 26, '0'), 'Person ' || n, 'p' || n || '@example.com', now(), now()
    from generate_series(1, 30000) as n`);
  await database.query(sql.typeAlias('void')`analyze contacts.contact`);
  const find = (q: string) =>
    findByText(database, caller.space_id, searchSources, { q, limit: 8, kinds: [{ kind: 'contact', ids: null }] });
  const started = performance.now();
  expect((await find('p29999@')).map(({ title }) => title)).toEqual(['Person 29999']);
  expect((await find('er')).map(({ title }) => title)).toEqual(Array.from({ length: 8 }, (_, index) => `Person ${30_000 - index}`));
  expect(await find('p1')).toHaveLength(0);
  expect(performance.now() - started).toBeLessThan(5_000);
});
