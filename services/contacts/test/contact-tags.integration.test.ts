import { describe, expect, test } from '@jest/globals';
import { contacts, tags } from '@space/contracts/contacts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

async function spaceWithAda() {
  const space = service.newSpace();
  const { call } = space;
  const { id } = await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com' });
  const events = async () =>
    (await space.events()).slice(1).map(({ type, data }) => [type, data.tag, (data.contact as { tags: string[] }).tags]);
  return { call, id, events };
}

describe('tagging a contact', () => {
  test('creates tags that do not exist and emits one event for each', async () => {
    const { call, id, events } = await spaceWithAda();
    expect(await call(contacts, 'tag', { id, tags: ['vip', 'customer'] })).toMatchObject({ tags: ['customer', 'vip'] });
    expect(await events()).toEqual([
      ['contact_tagged', 'customer', ['customer', 'vip']],
      ['contact_tagged', 'vip', ['customer', 'vip']],
    ]);
  });

  test('with a tag it has already, in any case, changes nothing', async () => {
    const { call, id, events } = await spaceWithAda();
    await call(contacts, 'tag', { id, tags: ['Ärzte'] });
    const before = await call.whole(contacts, 'get', { id });
    expect(await call(contacts, 'tag', { id, tags: ['ärzte', 'ÄRZTE'] })).toMatchObject({ tags: ['Ärzte'] });
    expect(await call.whole(contacts, 'get', { id })).toEqual(before);
    expect(await events()).toHaveLength(1);
  });

  test('is refused above 200 tags of a contact, and existing tags do not count twice', async () => {
    const { call, id } = await spaceWithAda();
    const names = Array.from({ length: 200 }, (_, index) => `tag ${index}`);
    for (let at = 0; at < 200; at += 50) await call(contacts, 'tag', { id, tags: names.slice(at, at + 50) });
    await expect(call(contacts, 'tag', { id, tags: ['one more'] })).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('has 200'),
    });
    expect((await call(contacts, 'tag', { id, tags: names.slice(0, 50) })).tags).toHaveLength(200);
  });

  test('of a large contact is refused when its events are too large together, and nothing is stored', async () => {
    const { call, id, events } = await spaceWithAda();
    await call(contacts, 'update', { id, custom_fields: { notes: 'x'.repeat(900_000) } });
    const before = (await events()).length;
    const names = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
    await expect(call(contacts, 'tag', { id, tags: names })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('send fewer items'),
    });
    expect((await call(contacts, 'get', { id })).tags).toEqual([]);
    expect((await call(contacts, 'tag', { id, tags: names.slice(0, 20) })).tags).toHaveLength(20);
    expect(await events()).toHaveLength(before + 20);
  });

  test('by many concurrent callers gives it every tag once', async () => {
    const { call, id, events } = await spaceWithAda();
    await Promise.all(Array.from({ length: 10 }, (_, index) => call(contacts, 'tag', { id, tags: ['shared', `own ${index}`] })));
    expect((await call(contacts, 'get', { id })).tags).toEqual([...Array.from({ length: 10 }, (_, index) => `own ${index}`), 'shared']);
    expect(await events()).toHaveLength(11);
  });

  test('rejects an empty list and an empty tag', async () => {
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

describe('removing tags from a contact', () => {
  test('removes the tags it has, in any case, and ignores the others', async () => {
    const { call, id, events } = await spaceWithAda();
    await call(contacts, 'tag', { id, tags: ['one', 'two'] });
    expect(await call(contacts, 'untag', { id, tags: ['ONE', 'three'] })).toMatchObject({ tags: ['two'], removed_tags: ['one'] });
    expect((await events()).slice(2)).toEqual([['contact_untagged', 'one', ['two']]]);
  });

  test('that it does not have changes nothing', async () => {
    const { call, id, events } = await spaceWithAda();
    const before = await call.whole(contacts, 'get', { id });
    expect(await call(contacts, 'untag', { id, tags: ['none'] })).toEqual({ ...before.output, removed_tags: [] });
    expect(await call.whole(contacts, 'get', { id })).toEqual(before);
    expect(await events()).toEqual([]);
  });
});

describe('the list of tags', () => {
  test('is sorted by name and paged, with the number of contacts of each tag', async () => {
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

  test('does not count deleted contacts and shows no tags of other Spaces', async () => {
    const { call, id } = await spaceWithAda();
    await call(contacts, 'tag', { id, tags: ['unused'] });
    await call(contacts, 'delete', { id });
    expect((await call(tags, 'list', {})).data).toMatchObject([{ name: 'unused', contact_count: 0 }]);
    const other = await spaceWithAda();
    expect((await other.call(tags, 'list', {})).data).toEqual([]);
  });
});
