import { describe, expect, test } from '@jest/globals';
import { audiences, contacts, tags } from '@space/contracts/contacts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

async function spaceWithAda() {
  const space = service.newSpace();
  const { call } = space;
  const { id } = await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com' });
  const events = async () =>
    (await space.events()).slice(1).map(({ type, data }) => [type, data.tag, (data.contact as { tags: string[] } | undefined)?.tags]);
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

  test('has each tag as it is read by its id', async () => {
    const { call, id } = await spaceWithAda();
    await call(contacts, 'tag', { id, tags: ['vip'] });
    const [tag] = (await call(tags, 'list', {})).data;
    expect(await call(tags, 'get', { id: tag!.id })).toEqual({ ...tag, name: 'vip', contact_count: 1 });
    const other = await spaceWithAda();
    await expect(other.call(tags, 'get', { id: tag!.id })).rejects.toMatchObject({ code: 'not_found' });
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

describe('renaming a tag', () => {
  test('gives all contacts the new name, with one event and the previous name', async () => {
    const { call, id, events } = await spaceWithAda();
    const bob = await call(contacts, 'create', { name: 'Bob', email: 'bob@example.com' });
    await call(contacts, 'tag', { id, tags: ['customer', 'vip'] });
    await call(contacts, 'tag', { id: bob.id, tags: ['customer'] });
    const before = await call.whole(contacts, 'get', { id });
    const tag = (await call(tags, 'list', {})).data[0]!;
    expect(await call(tags, 'update', { id: tag.id, name: 'Zahlend' }, { dry_run: true })).toMatchObject({ contact_count: 2 });
    expect(await call.whole(contacts, 'get', { id })).toEqual(before);
    expect(await call(tags, 'update', { id: tag.id, name: 'Zahlend' })).toMatchObject({
      id: tag.id,
      name: 'Zahlend',
      previous_name: 'customer',
      contact_count: 2,
      audience_count: 0,
    });
    const after = await call.whole(contacts, 'get', { id });
    expect(after.output.tags).toEqual(['vip', 'Zahlend']);
    expect(after.etag).not.toBe(before.etag);
    expect((await call(contacts, 'list', { tags: ['zahlend'] })).data.map(({ tags: names }) => names)).toEqual([
      ['Zahlend'],
      ['vip', 'Zahlend'],
    ]);
    expect((await call(contacts, 'list', { tags: ['customer'] })).data).toEqual([]);
    expect((await events()).at(-1)!.slice(0, 2)).toEqual(['tag_updated', 'Zahlend']);
  });

  test('changes the conditions of audiences that name it, in any case and at any depth', async () => {
    const space = service.newSpace();
    const { call } = space;
    const { id } = await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com' });
    await call(contacts, 'tag', { id, tags: ['customer'] });
    const tag = (await call(tags, 'list', {})).data[0]!;
    const condition = (name: string) =>
      ({ or: [{ not: { tag: 'lost' } }, { and: [{ tag: name }, { custom_field: 'tag', op: 'eq', value: 'x' }] }] }) as const;
    const named = await call(audiences, 'create', { name: 'Customers', condition: condition('CUSTOMER') as never });
    const other = await call(audiences, 'create', { name: 'Others', condition: { custom_field: 'tag', op: 'eq', value: 'customer' } });
    expect(await call(tags, 'update', { id: tag.id, name: 'client' })).toMatchObject({ audience_count: 1 });
    expect(await call(audiences, 'get', { id: named.id })).toMatchObject({ condition: condition('client') });
    expect(await call(audiences, 'get', { id: other.id })).toEqual(other);
    expect(
      (await space.events()).slice(-2).map(({ type, data }) => [type, data.audience ?? data.tag, data.changed ?? data.previous_name]),
    ).toEqual([
      ['audience_updated', 'Customers', ['condition']],
      ['tag_updated', 'client', 'customer'],
    ]);
  });

  test('to its own name changes nothing, to another case it does, and to the name of another tag it is refused', async () => {
    const space = service.newSpace();
    const { call } = space;
    const vip = await call(tags, 'create', { name: 'vip' });
    const other = await call(tags, 'create', { name: 'other' });
    expect(await call(tags, 'update', { id: vip.id, name: 'vip' })).toMatchObject({ name: 'vip', previous_name: 'vip' });
    expect(await space.events()).toEqual([]);
    expect(await call(tags, 'update', { id: vip.id, name: 'VIP' })).toMatchObject({ name: 'VIP', previous_name: 'vip' });
    for (const refused of [call(tags, 'update', { id: vip.id, name: 'Other' }), call(tags, 'create', { name: 'OTHER' })])
      await expect(refused).rejects.toMatchObject({ code: 'duplicate', extras: { existing_id: other.id } });
    await expect(call(tags, 'update', { id: 'tag_unknown', name: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.newSpace().call(tags, 'update', { id: vip.id, name: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('deleting a tag', () => {
  test('takes it off all contacts with one event; a dry run only counts them', async () => {
    const space = service.newSpace();
    const { call } = space;
    const ids: string[] = [];
    for (const name of ['Ada', 'Bob']) ids.push((await call(contacts, 'create', { name, email: `${name}@example.com` })).id);
    for (const id of ids) await call(contacts, 'tag', { id, tags: ['old', 'new'] });
    await call(audiences, 'create', { name: 'Old ones', condition: { tag: 'OLD' } });
    const [, old] = (await call(tags, 'list', {})).data;
    const counts = { id: old!.id, deleted: true, contact_count: 2, audience_count: 1, restorable: true };
    expect(await call(tags, 'delete', { id: old!.id }, { dry_run: true })).toEqual(counts);
    expect((await call(contacts, 'get', { id: ids[0]! })).tags).toEqual(['new', 'old']);
    const before = (await space.events()).length;
    expect(await call(tags, 'delete', { id: old!.id })).toEqual(counts);
    for (const id of ids) expect((await call(contacts, 'get', { id })).tags).toEqual(['new']);
    expect((await space.events()).slice(before).map(({ type, data }) => [type, data.tag, data.contact_count])).toEqual([
      ['tag_deleted', 'old', 2],
    ]);
    await expect(call(tags, 'delete', { id: old!.id })).rejects.toMatchObject({ code: 'not_found' });
  });
});
