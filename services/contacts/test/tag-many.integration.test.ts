import { describe, expect, test } from '@jest/globals';
import {
  audiences,
  contacts,
  MAX_IMPORT_TAGS,
  MAX_MATCHED_CONTACTS,
  MAX_SELECTED_SAMPLE,
  MAX_TAGS_PER_CONTACT,
  tags,
} from '@space/contracts/contacts';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { z } from 'zod';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

type Input = z.input<typeof contacts.operations.tag_bulk.input>;

/** Creates a Space with Ada, Bob and Cy. Ada and Bob have the tag trial. */
async function spaceWithThree() {
  const space = service.newSpace();
  const { call } = space;
  const create = (name: string) => call(contacts, 'create', { name, email: `${name.toLowerCase()}@example.com` });
  const [ada, bob, cy] = [await create('Ada'), await create('Bob'), await create('Cy')];
  for (const { id } of [ada, bob]) await call(contacts, 'tag', { id, tags: ['trial'] });
  const change = (input: Input, options: { readonly dry_run?: boolean; readonly idempotency_key?: string } = {}) =>
    call(contacts, 'tag_bulk', input, options);
  const tagsOf = async () => Object.fromEntries((await call(contacts, 'list', {})).data.map((one) => [one.name, one.tags]));
  const watch = async () => {
    const before = (await space.events()).length;
    return async () =>
      (await space.events())
        .slice(before)
        .map(({ type, data }) => [
          type,
          (data.contact as { name: string; tags: string[] }).name,
          data.tag,
          (data.contact as { tags: string[] }).tags,
        ]);
  };
  return { ...space, ada, bob, cy, change, tagsOf, watch };
}

/** Repeats a large call while it is answered with unavailable, as clients do: a busy Postgres may not finish it in its time. */
async function whenAvailable<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if ((error as { readonly code?: string }).code !== 'unavailable') throw error;
    }
  }
}

const unchanged = { Ada: ['trial'], Bob: ['trial'], Cy: [] };

describe('tagging contacts by their ids', () => {
  test('adds and removes tags with the events of single calls, and answers how many changed', async () => {
    const { ada, bob, cy, change, tagsOf, watch } = await spaceWithThree();
    const events = await watch();
    expect(await change({ contact_ids: [cy.id, ada.id, bob.id], add_tags: ['VIP', 'new'], remove_tags: ['TRIAL', 'unknown'] })).toEqual({
      matched: 3,
      matched_contacts: [ada, bob, cy].map(({ id, name, email }) => ({ id, name, email })),
      updated: 3,
      change_id: expect.stringMatching(/^chg_/),
    });
    expect(await tagsOf()).toEqual({ Ada: ['new', 'VIP'], Bob: ['new', 'VIP'], Cy: ['new', 'VIP'] });
    expect(await events()).toEqual(
      ['Ada', 'Bob', 'Cy'].flatMap((name) => [
        ...(name === 'Cy' ? [] : [['contact_untagged', name, 'trial', ['new', 'VIP']]]),
        ['contact_tagged', name, 'new', ['new', 'VIP']],
        ['contact_tagged', name, 'VIP', ['new', 'VIP']],
      ]),
    );
  });

  test('emits what a single call emits', async () => {
    const { call, ada, bob, change, events } = await spaceWithThree();
    await change({ contact_ids: [ada.id], add_tags: ['vip'] });
    await call(contacts, 'tag', { id: bob.id, tags: ['vip'] });
    const [many, single] = (await events()).slice(-2).map(({ id: _id, seq: _seq, ...event }: Record<string, unknown>) => event);
    expect(Object.keys(many!).sort()).toEqual(Object.keys(single!).sort());
    expect(Object.keys(many!.data as object)).toEqual(Object.keys(single!.data as object));
  });

  test('leaves a contact that has the tags already in its version, and changes the version of the others', async () => {
    const { call, ada, cy, change, watch } = await spaceWithThree();
    const [before, other] = [await call.whole(contacts, 'get', { id: ada.id }), await call.whole(contacts, 'get', { id: cy.id })];
    const events = await watch();
    expect(await change({ contact_ids: [ada.id, cy.id], add_tags: ['Trial'] })).toMatchObject({ matched: 2, updated: 1 });
    expect(await call.whole(contacts, 'get', { id: ada.id })).toEqual(before);
    expect((await call.whole(contacts, 'get', { id: cy.id })).etag).not.toBe(other.etag);
    expect(await events()).toEqual([['contact_tagged', 'Cy', 'trial', ['trial']]]);
    expect(await change({ contact_ids: [ada.id, cy.id], add_tags: ['trial'] })).toMatchObject({ updated: 0, change_id: null });
  });

  test('moves contacts into the audiences and out of them whose conditions name the tag', async () => {
    const { call, ada, cy, change } = await spaceWithThree();
    const { id } = await call(audiences, 'create', { name: 'Trials', condition: { tag: 'trial' } });
    const members = async () => (await call(audiences, 'contacts', { id, sort: 'name' })).data.map(({ name }) => name);
    expect(await members()).toEqual(['Ada', 'Bob']);
    await change({ contact_ids: [cy.id], add_tags: ['trial'] });
    await change({ contact_ids: [ada.id], remove_tags: ['trial'] });
    expect(await members()).toEqual(['Bob', 'Cy']);
  });

  test('is all or nothing: an unknown id, one of another Space, a repeated one and a dry run change nothing', async () => {
    const { call, ada, bob, change, tagsOf, watch } = await spaceWithThree();
    const other = await spaceWithThree();
    const events = await watch();
    for (const id of ['con_none', other.cy.id])
      await expect(change({ contact_ids: [ada.id, id], add_tags: ['vip'] })).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(id),
      });
    await expect(change({ contact_ids: [ada.id, bob.id, ada.id], add_tags: ['vip'] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'contact_ids.2', code: 'duplicate' }] },
    });
    await expect(change({ contact_ids: [ada.id], add_tags: ['vip'], expected_count: 2 })).rejects.toMatchObject({ code: 'conflict' });
    expect(await change({ contact_ids: [ada.id], add_tags: ['vip'] }, { dry_run: true })).toMatchObject({ matched: 1, updated: 1 });
    expect(await tagsOf()).toEqual(unchanged);
    expect((await call(tags, 'list', {})).data.map(({ name }) => name)).toEqual(['trial']);
    expect(await events()).toEqual([]);
  });

  test('with an idempotency key happens once', async () => {
    const { ada, change, watch } = await spaceWithThree();
    const events = await watch();
    const input = { contact_ids: [ada.id], add_tags: ['vip'] };
    const first = await change(input, { idempotency_key: 'tag-1' });
    expect(await change(input, { idempotency_key: 'tag-1' })).toEqual(first);
    expect(await events()).toHaveLength(1);
  });

  test('finds the surviving contact by the id of one that was merged into it, and refuses both ids together', async () => {
    const { call, ada, bob, change, tagsOf } = await spaceWithThree();
    await call(contacts, 'merge', { id: ada.id, contact_id: bob.id });
    expect(await change({ contact_ids: [bob.id], add_tags: ['vip'] })).toMatchObject({ updated: 1, matched_contacts: [{ id: ada.id }] });
    expect(await tagsOf()).toEqual({ Ada: ['trial', 'vip'], Cy: [] });
    await expect(change({ contact_ids: [ada.id, bob.id], add_tags: ['x'] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'contact_ids.1', code: 'duplicate' }] },
    });
  });

  test('refuses a call without names, with a name in both lists, and one too many tags of a contact', async () => {
    const { call, ada, bob, change, tagsOf } = await spaceWithThree();
    await expect(change({ contact_ids: [ada.id] })).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'add_tags' }] } });
    await expect(change({ contact_ids: [ada.id], add_tags: [] })).rejects.toMatchObject({ code: 'invalid' });
    await expect(change({ contact_ids: [ada.id], add_tags: ['a', 'b'], remove_tags: ['c', 'B'] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'remove_tags.1', code: 'conflict' }] },
    });
    for (let at = 1; at < MAX_TAGS_PER_CONTACT; at += 50) {
      const names = Array.from({ length: Math.min(50, MAX_TAGS_PER_CONTACT - at) }, (_, n) => `tag ${at + n}`);
      await call(contacts, 'tag', { id: ada.id, tags: names });
    }
    await expect(change({ contact_ids: [bob.id, ada.id], add_tags: ['one more'] })).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining(ada.id),
    });
    expect((await tagsOf()).Bob).toEqual(['trial']);
    expect(await change({ contact_ids: [bob.id, ada.id], add_tags: ['one more'], remove_tags: ['trial'] })).toMatchObject({ updated: 2 });
  });

  test('waits for a tag that another call deletes, and counts what it has', async () => {
    const { caller, ada, change } = await spaceWithThree();
    const { database } = service.ports;
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deleting = database.transaction(async (tx) => {
      await tx.query(sql.typeAlias('void')`delete from contacts.tag where space_id = ${caller.space_id} and name = 'trial'`);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const removing = change({ contact_ids: [ada.id], remove_tags: ['trial'] });
    const waiting = sql.type(z.object({ count: z.number() }))`
      select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%contacts.tag%'`;
    await eventually(async () => expect(await database.oneFirst(waiting)).toBe(1));
    released.resolve();
    await deleting;
    expect(await removing).toMatchObject({ matched: 1, updated: 0, change_id: null });
  });
});

describe('tagging contacts by filters', () => {
  test('changes those for which all filters hold, also when the filter is the tag that is removed', async () => {
    const { change, tagsOf } = await spaceWithThree();
    expect(await change({ tags: ['TRIAL'], add_tags: ['customer'], remove_tags: ['trial'] })).toMatchObject({ matched: 2, updated: 2 });
    expect(await tagsOf()).toEqual({ Ada: ['customer'], Bob: ['customer'], Cy: [] });
    expect(await change({ condition: { not: { tag: 'customer' } }, search: 'c', add_tags: ['lead'] })).toMatchObject({ matched: 1 });
    expect((await tagsOf()).Cy).toEqual(['lead']);
  });

  test('that match no contact creates no tag', async () => {
    const { call, change } = await spaceWithThree();
    expect(await change({ tags: ['unknown'], add_tags: ['vip'] })).toEqual({
      matched: 0,
      matched_contacts: [],
      updated: 0,
      change_id: null,
    });
    expect((await call(tags, 'list', {})).data.map(({ name }) => name)).toEqual(['trial']);
  });

  test('needs a filter or ids, refuses both together, and another number than expected', async () => {
    const { ada, change, tagsOf } = await spaceWithThree();
    for (const input of [{}, { expected_count: 3 }])
      await expect(change({ ...input, add_tags: ['vip'] })).rejects.toMatchObject({
        code: 'invalid',
        extras: { errors: [{ path: 'contact_ids' }] },
      });
    await expect(change({ contact_ids: [ada.id], email: ada.email, add_tags: ['vip'] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'email', code: 'conflict' }] },
    });
    await expect(change({ search: 'example', add_tags: ['vip'], expected_count: 2 })).rejects.toMatchObject({
      code: 'conflict',
      extras: { matched: 3 },
    });
    expect(await tagsOf()).toEqual(unchanged);
  });

  test(`changes ${MAX_MATCHED_CONTACTS} contacts in one call, and at most ${MAX_IMPORT_TAGS} tags of contacts`, async () => {
    const { call, change } = await spaceWithThree();
    const lines = Array.from({ length: MAX_MATCHED_CONTACTS }, (_, n) => `${n}@example.org,all`);
    await whenAvailable(() => call(contacts, 'import', { csv: ['email,tags', ...lines].join('\r\n') }));
    await expect(whenAvailable(() => change({ search: 'example', add_tags: ['vip'] }))).rejects.toMatchObject({
      code: 'invalid',
      extras: { matched: MAX_MATCHED_CONTACTS + 3 },
    });
    await expect(whenAvailable(() => change({ tags: ['all'], add_tags: ['a', 'b'], remove_tags: ['all'] }))).rejects.toMatchObject({
      code: 'invalid',
      extras: { matched: MAX_MATCHED_CONTACTS },
    });
    const answer = await whenAvailable(() => change({ tags: ['all'], add_tags: ['vip'], remove_tags: ['all'] }));
    expect([answer.matched, answer.updated, answer.matched_contacts.length]).toEqual([
      MAX_MATCHED_CONTACTS,
      MAX_MATCHED_CONTACTS,
      MAX_SELECTED_SAMPLE,
    ]);
    const counts = async () => (await call(tags, 'list', {})).data.map(({ name, contact_count }) => [name, contact_count]);
    expect(await counts()).toEqual([
      ['all', 0],
      ['trial', 2],
      ['vip', MAX_MATCHED_CONTACTS],
    ]);
    const reverted = await whenAvailable(() => call(contacts, 'revert_bulk', { change_id: answer.change_id! }));
    expect(reverted).toMatchObject({ reverted: MAX_MATCHED_CONTACTS });
    expect(await counts()).toEqual([
      ['all', MAX_MATCHED_CONTACTS],
      ['trial', 2],
      ['vip', 0],
    ]);
  });
});

describe('reverting a change of tags', () => {
  test('gives the contacts their former tags, leaves one that was changed since, and can be reverted itself', async () => {
    const { call, ada, bob, cy, change, tagsOf, watch } = await spaceWithThree();
    const { change_id } = await change({ contact_ids: [ada.id, bob.id, cy.id], add_tags: ['vip'], remove_tags: ['trial'] });
    await call(contacts, 'update', { id: bob.id, company: 'Engines' });
    const events = await watch();
    const back = await call(contacts, 'revert_bulk', { change_id: change_id! });
    expect(back).toMatchObject({ reverted: 2, conflicts: 1, conflict_ids: [bob.id], deleted: 0, restored: 0 });
    expect(await tagsOf()).toEqual({ Ada: ['trial'], Bob: ['vip'], Cy: [] });
    expect(await events()).toEqual([
      ['contact_untagged', 'Ada', 'vip', ['trial']],
      ['contact_tagged', 'Ada', 'trial', ['trial']],
      ['contact_untagged', 'Cy', 'vip', []],
    ]);
    await call(contacts, 'revert_bulk', { change_id: back.change_id! });
    expect(await tagsOf()).toEqual({ Ada: ['vip'], Bob: ['vip'], Cy: ['vip'] });
  });
});
