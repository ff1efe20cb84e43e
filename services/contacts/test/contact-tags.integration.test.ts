import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts, tags } from '@space/contracts/contacts';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { contactsService } from '../src/service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService]);
});
afterAll(() => space.stop());

async function spaceWithAda() {
  const caller = newSpaceCaller();
  const call = callAs(space.ports, caller);
  const { id } = await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com' });
  const events = async () =>
    (await emittedIn(space.ports.database, 'contacts', caller.space_id))
      .slice(1)
      .map(({ type, data }) => [type, data.tag, (data.contact as { tags: string[] }).tags]);
  return { call, id, events };
}

describe('tagging a contact', () => {
  test('makes tags that do not exist yet and says so in one event each', async () => {
    const { call, id, events } = await spaceWithAda();
    expect(await call(contacts, 'tag', { id, tags: ['vip', 'customer'] })).toMatchObject({ tags: ['customer', 'vip'] });
    expect(await events()).toEqual([
      ['contact_tagged', 'customer', ['customer', 'vip']],
      ['contact_tagged', 'vip', ['customer', 'vip']],
    ]);
  });

  test('that it has already, in whatever case, changes nothing', async () => {
    const { call, id, events } = await spaceWithAda();
    await call(contacts, 'tag', { id, tags: ['Ärzte'] });
    const before = await call.whole(contacts, 'get', { id });
    expect(await call(contacts, 'tag', { id, tags: ['ärzte', 'ÄRZTE'] })).toMatchObject({ tags: ['Ärzte'] });
    expect(await call.whole(contacts, 'get', { id })).toEqual(before);
    expect(await events()).toHaveLength(1);
  });

  test('by many callers at once gives it every tag once', async () => {
    const { call, id, events } = await spaceWithAda();
    await Promise.all(Array.from({ length: 10 }, (_, index) => call(contacts, 'tag', { id, tags: ['shared', `own ${index}`] })));
    expect((await call(contacts, 'get', { id })).tags).toEqual([...Array.from({ length: 10 }, (_, index) => `own ${index}`), 'shared']);
    expect(await events()).toHaveLength(11);
  });

  test('refuses an empty list and an empty tag', async () => {
    const { call, id } = await spaceWithAda();
    await expect(call(contacts, 'tag', { id, tags: [] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'tags' }] },
    });
    await expect(call(contacts, 'tag', { id, tags: ['ok', ' '] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'tags.1' }] },
    });
  });
});

describe('taking tags off a contact', () => {
  test('removes those it has, in whatever case, and ignores the others', async () => {
    const { call, id, events } = await spaceWithAda();
    await call(contacts, 'tag', { id, tags: ['one', 'two'] });
    expect(await call(contacts, 'untag', { id, tags: ['ONE', 'three'] })).toMatchObject({ tags: ['two'], removed_tags: ['one'] });
    expect((await events()).slice(2)).toEqual([['contact_untagged', 'one', ['two']]]);
  });

  test('it does not have changes nothing', async () => {
    const { call, id, events } = await spaceWithAda();
    const before = await call.whole(contacts, 'get', { id });
    expect(await call(contacts, 'untag', { id, tags: ['none'] })).toEqual({ ...before.output, removed_tags: [] });
    expect(await call.whole(contacts, 'get', { id })).toEqual(before);
    expect(await events()).toEqual([]);
  });
});

describe('the list of tags', () => {
  test('is by name with how many contacts have each, page by page', async () => {
    const { call, id } = await spaceWithAda();
    const other = await call(contacts, 'create', { name: 'Bob', email: 'bob@example.com' });
    await call(contacts, 'tag', { id, tags: ['beta', 'Alpha', 'gamma'] });
    await call(contacts, 'tag', { id: other.id, tags: ['BETA'] });
    const first = await call(tags, 'list', { limit: 2, include_total: true });
    expect(first).toMatchObject({
      data: [
        { name: 'Alpha', contact_count: 1 },
        { name: 'beta', contact_count: 2 },
      ],
      has_more: true,
      total: 3,
    });
    expect(await call(tags, 'list', { limit: 2, cursor: first.next_cursor! })).toMatchObject({
      data: [{ name: 'gamma' }],
      has_more: false,
    });
  });

  test('counts a deleted contact no more and never shows another Space', async () => {
    const { call, id } = await spaceWithAda();
    await call(contacts, 'tag', { id, tags: ['kept'] });
    await call(contacts, 'delete', { id });
    expect((await call(tags, 'list', {})).data).toMatchObject([{ name: 'kept', contact_count: 0 }]);
    const other = await spaceWithAda();
    expect((await other.call(tags, 'list', {})).data).toEqual([]);
  });
});
