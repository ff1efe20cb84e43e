import { expect, test } from '@jest/globals';
import { audiences, contacts, tags, UNDO_DAYS } from '@space/contracts/contacts';
import { sql } from '@space/database';
import { FakeClock } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import { z } from 'zod';
import { undoRetentionRules } from '../src/retention/undo-retention.ts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

/** Creates a Space with two contacts that have the tag old, and one that does not. */
async function spaceWithOld() {
  const space = service.newSpace();
  const { call } = space;
  const create = async (name: string) => (await call(contacts, 'create', { name, email: `${name}@example.com` })).id;
  const [ada, bob, cy] = [await create('ada'), await create('bob'), await create('cy')];
  for (const id of [ada, bob]) await call(contacts, 'tag', { id, tags: ['old'] });
  const [old] = (await call(tags, 'list', {})).data;
  const tagsOf = async (id: string) => (await call(contacts, 'get', { id })).tags;
  return { ...space, ada, bob, cy, old: old!, tagsOf };
}

test('a restored tag has its id again and is on the contacts that had it, with one event', async () => {
  const { call, ada, bob, cy, old, tagsOf, events } = await spaceWithOld();
  const audience = await call(audiences, 'create', { name: 'Old ones', condition: { tag: 'OLD' } });
  await call(tags, 'delete', { id: old.id });
  const before = (await events()).length;
  expect(await call(tags, 'restore', { id: old.id }, { dry_run: true })).toMatchObject({ contact_count: 2 });
  expect(await tagsOf(ada)).toEqual([]);
  const restored = await call(tags, 'restore', { id: old.id });
  expect(restored).toMatchObject({ id: old.id, name: 'old', created_at: old.created_at, contact_count: 2, missing_count: 0 });
  expect([await tagsOf(ada), await tagsOf(bob), await tagsOf(cy)]).toEqual([['old'], ['old'], []]);
  expect((await call(audiences, 'get', { id: audience.id })).contact_count).toBe(2);
  expect((await events()).slice(before).map(({ type, data }) => [type, data.tag_id, data.tag, data.contact_count])).toEqual([
    ['tag_restored', old.id, 'old', 2],
  ]);
  expect(await call(tags, 'restore', { id: old.id })).toEqual(restored);
  expect(await events()).toHaveLength(before + 1);
});

test('a contact that was deleted since, or has as many tags as it can have, does not get the tag again', async () => {
  const { call, ada, bob, old, tagsOf } = await spaceWithOld();
  await call(tags, 'delete', { id: old.id });
  await call(contacts, 'delete', { id: ada });
  for (let at = 0; at < 200; at += 50)
    await call(contacts, 'tag', { id: bob, tags: Array.from({ length: 50 }, (_, n) => `tag ${at + n}`) });
  expect(await call(tags, 'restore', { id: old.id })).toMatchObject({ contact_count: 0, missing_count: 2 });
  expect(await tagsOf(bob)).toHaveLength(200);
});

test('a tag whose name another tag has by now is not restored until that is renamed', async () => {
  const { call, ada, cy, old, tagsOf } = await spaceWithOld();
  await call(tags, 'delete', { id: old.id });
  await call(contacts, 'tag', { id: cy, tags: ['OLD'] });
  const [other] = (await call(tags, 'list', {})).data;
  await expect(call(tags, 'restore', { id: old.id })).rejects.toMatchObject({ code: 'duplicate', extras: { existing_id: other!.id } });
  await call(tags, 'update', { id: other!.id, name: 'other' });
  expect(await call(tags, 'restore', { id: old.id })).toMatchObject({ contact_count: 2 });
  expect([await tagsOf(ada), await tagsOf(cy)]).toEqual([['old'], ['other']]);
});

test('a deleted tag of another Space, or of an earlier time, is not found', async () => {
  const { call, caller, old } = await spaceWithOld();
  await call(tags, 'delete', { id: old.id });
  await expect(service.newSpace().call(tags, 'restore', { id: old.id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(call(tags, 'restore', { id: 'tag_unknown' })).rejects.toMatchObject({ code: 'not_found' });
  const { database, clock } = service.ports;
  const stored = () =>
    database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) as count from contacts.deleted_tag where space_id = ${caller.space_id}`);
  const deleteExpired = async (now: number) => {
    for (const { deleteChunk } of undoRetentionRules({ database, clock: new FakeClock(now) })) await deleteChunk(100);
  };
  await deleteExpired(clock.now());
  expect(await stored()).toBe(1);
  clock.advance(UNDO_DAYS * DAY_MS);
  await expect(call(tags, 'restore', { id: old.id })).rejects.toMatchObject({ code: 'not_found' });
  await deleteExpired(clock.now());
  expect(await stored()).toBe(0);
});
