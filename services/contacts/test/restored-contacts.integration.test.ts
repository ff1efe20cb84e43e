import { describe, expect, test } from '@jest/globals';
import { audiences, contactDirectory, contacts, MAX_BULK_CHANGES, MAX_FIXED_CONTACTS, tags, UNDO_DAYS } from '@space/contracts/contacts';
import { isoTime, sql } from '@space/database';
import { FakeClock } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import { z } from 'zod';
import { addAlias } from '../src/contacts/merge.queries.ts';
import { undoRetentionRules } from '../src/retention/undo-retention.ts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

/** Creates a Space with Ada and Bob, who have the tag trial and are in a fixed audience. */
async function spaceWithTwo() {
  const space = service.newSpace();
  const { call, caller } = space;
  const create = (name: string, fields = {}) => call(contacts, 'create', { name, email: `${name.toLowerCase()}@example.com`, ...fields });
  const ada = await create('Ada', { phone: '1', company: 'Engines', bio: 'Notes', custom_fields: { plan: 'pro', list: [1] } });
  const bob = await create('Bob');
  for (const { id } of [ada, bob]) await call(contacts, 'tag', { id, tags: ['trial', 'vip'] });
  const audience = await call(audiences, 'create', { name: 'Both', contact_ids: [ada.id, bob.id] });
  const people = async () => (await call(contacts, 'list', { sort: 'created_at' })).data.map(({ updated_at: _, ...contact }) => contact);
  const members = async () => (await call(audiences, 'contacts', { id: audience.id, sort: 'created_at' })).data.map(({ id }) => id);
  const revert = (change_id: string | null) => call(contacts, 'revert_bulk', { change_id: change_id! });
  /** Returns the ids of the contacts of which a copy is stored. */
  const copies = () =>
    service.ports.database.anyFirst(sql.type(z.object({ id: z.string() }))`
      select id from contacts.deleted_contact where space_id = ${caller.space_id} order by id`);
  const watch = async () => {
    const before = (await space.events()).length;
    return async () => (await space.events()).slice(before);
  };
  return { ...space, ada, bob, audience, create, people, members, revert, copies, watch };
}

const NOTHING = { reverted: 0, deleted: 0, restored: 0, conflicts: 0, conflict_ids: [], not_restored: [], missing: 0 };

describe('reverting a deletion', () => {
  test('of many contacts creates them again with ids, tags and places in audiences, and an event for each', async () => {
    const { call, ada, bob, people, members, revert, copies, watch } = await spaceWithTwo();
    const before = await people();
    const { change_id } = await call(contacts, 'delete_bulk', { tags: ['trial'] });
    expect(change_id).toMatch(/^chg_/);
    expect([await people(), await members(), await copies()]).toEqual([[], [], [ada.id, bob.id]]);
    const events = await watch();
    const answer = await revert(change_id);
    expect(answer).toEqual({ ...NOTHING, restored: 2, change_id: expect.stringMatching(/^chg_/) });
    expect(await people()).toEqual(before);
    expect([await members(), await copies()]).toEqual([[ada.id, bob.id], []]);
    const emitted = await events();
    expect(emitted.map(({ type }) => type)).toEqual(['contact_created', 'contact_created']);
    expect(emitted[0]!.data).toMatchObject({
      contact_id: ada.id,
      contact: { id: ada.id, first_name: 'Ada', bio: 'Notes', custom_fields: { plan: 'pro', list: [1] }, tags: ['trial', 'vip'] },
    });
    expect(await revert(change_id)).toEqual({ ...NOTHING, change_id: null });
    expect(await events()).toHaveLength(2);
  });

  test('of one contact does the same, and gives it a new version and time of its change', async () => {
    const { call, ada, people, members, revert } = await spaceWithTwo();
    const before = [await people(), await members()];
    const read = await call.whole(contacts, 'get', { id: ada.id });
    const { change_id } = await call(contacts, 'delete', { id: ada.id }, { if_match: read.etag! });
    service.ports.clock.advance(1_000);
    expect(await revert(change_id)).toMatchObject({ restored: 1 });
    expect([await people(), await members()]).toEqual(before);
    const after = await call.whole(contacts, 'get', { id: ada.id });
    expect(after.output).toMatchObject({ created_at: ada.created_at, updated_at: isoTime(service.ports.clock.now()) });
    expect(after.etag).not.toBe(read.etag);
  });

  test('can be reverted itself, and then again', async () => {
    const { call, people, members, revert } = await spaceWithTwo();
    const before = [await people(), await members()];
    const deletion = await call(contacts, 'delete_bulk', { search: 'example' });
    const restored = await revert(deletion.change_id);
    const again = await revert(restored.change_id);
    expect(again).toMatchObject({ deleted: 2, restored: 0 });
    expect(await people()).toEqual([]);
    expect(await revert(again.change_id)).toMatchObject({ restored: 2 });
    expect([await people(), await members()]).toEqual(before);
  });

  test('restores the ids and emails of contacts that were merged into it', async () => {
    const { call, ada, bob, revert } = await spaceWithTwo();
    await call(contacts, 'merge', { id: ada.id, contact_id: bob.id });
    const { change_id } = await call(contacts, 'delete', { id: ada.id });
    await expect(call(contacts, 'get', { id: bob.id })).rejects.toMatchObject({ code: 'not_found' });
    await revert(change_id);
    expect(await call(contacts, 'get', { id: bob.id })).toMatchObject({ id: ada.id });
    expect(await call(contactDirectory, 'resolve', { ids: [], emails: ['BOB@example.com'] })).toMatchObject({
      merged: [{ id: bob.id, contact_id: ada.id }],
    });
  });

  test('lets earlier changes of the contacts be reverted, the latest first', async () => {
    const { call, people, revert } = await spaceWithTwo();
    const before = await people();
    const upsert = await call(contacts, 'upsert', {
      contacts: [{ email: 'ada@example.com', phone: '2', tags: ['new'] }, { email: 'cy@example.com' }],
    });
    const deletion = await call(contacts, 'delete_bulk', { search: 'example' });
    expect(await revert(upsert.change_id)).toMatchObject({ reverted: 0, deleted: 0, missing: 2 });
    await revert(deletion.change_id);
    expect(await revert(upsert.change_id)).toMatchObject({ reverted: 1, deleted: 1, missing: 0 });
    expect(await people()).toEqual(before);
  });

  test('leaves a contact deleted whose email another contact has, names both, and restores it when the email is free', async () => {
    const { call, ada, bob, create, people, revert, copies } = await spaceWithTwo();
    const { change_id } = await call(contacts, 'delete_bulk', { contact_ids: [ada.id, bob.id] });
    const other = await create('Other', { email: 'ADA@example.com' });
    const conflict = {
      conflicts: 1,
      conflict_ids: [ada.id],
      not_restored: [{ id: ada.id, email: 'ada@example.com', existing_id: other.id }],
    };
    expect(await revert(change_id)).toMatchObject({ ...conflict, restored: 1 });
    expect(await revert(change_id)).toMatchObject({ ...conflict, restored: 0, change_id: null });
    expect((await people()).map(({ name }) => name)).toEqual(['Bob', 'Other']);
    expect(await copies()).toEqual([ada.id]);
    await call(contacts, 'update', { id: other.id, email: 'other@example.com' });
    expect(await revert(change_id)).toMatchObject({ restored: 1, conflicts: 0, not_restored: [] });
    expect((await people()).map(({ name }) => name)).toEqual(['Ada', 'Bob', 'Other']);
  });

  test('leaves a contact deleted whose id finds another one', async () => {
    const { call, caller, ada, bob, revert } = await spaceWithTwo();
    const { change_id } = await call(contacts, 'delete', { id: ada.id });
    await addAlias(service.ports.database, caller.space_id, { ...ada, email: 'former@example.com' }, bob.id, isoTime(0));
    expect(await revert(change_id)).toMatchObject({
      restored: 0,
      conflicts: 1,
      not_restored: [{ id: ada.id, email: ada.email, existing_id: bob.id }],
    });
    expect(await call(contacts, 'get', { id: ada.id })).toMatchObject({ id: bob.id });
  });

  test('leaves out tags and audiences that were deleted since, and audiences that are full or have a condition', async () => {
    const { call, caller, ada, bob, audience, revert } = await spaceWithTwo();
    const ruled = await call(audiences, 'create', { name: 'Ruled', contact_ids: [ada.id] });
    const full = await call(audiences, 'create', { name: 'Full', contact_ids: [ada.id] });
    const { change_id } = await call(contacts, 'delete', { id: ada.id });
    const [trial] = (await call(tags, 'list', {})).data;
    await call(tags, 'delete', { id: trial!.id });
    await call(audiences, 'delete', { id: audience.id });
    await call(audiences, 'update', { id: ruled.id, condition: { tag: 'none' } });
    for (let first = 1; first < MAX_FIXED_CONTACTS; first += 1_000)
      await service.ports.database.query(sql.typeAlias('void')`
        with more as (
          insert into contacts.contact (space_id, id, name, email, created_at, updated_at)
          select ${caller.space_id}, 'con_' || n, 'More', n || '@example.org', now(), now() from generate_series(${first}::int, ${first + 999}::int) as n
          returning id)
        insert into contacts.audience_contact (audience_id, space_id, contact_id) select ${full.id}, ${caller.space_id}, id from more`);
    expect(await revert(change_id)).toMatchObject({ restored: 1 });
    expect(await call(contacts, 'get', { id: ada.id })).toMatchObject({ tags: ['vip'] });
    expect((await call(audiences, 'get', { id: full.id })).contact_count).toBe(MAX_FIXED_CONTACTS);
    await call(audiences, 'update', { id: ruled.id, contact_ids: [bob.id] });
    expect((await call(audiences, 'contacts', { id: ruled.id })).data).toMatchObject([{ id: bob.id }]);
  });

  test('in a dry run counts and changes nothing', async () => {
    const { call, people, revert } = await spaceWithTwo();
    const { change_id } = await call(contacts, 'delete_bulk', { search: 'example' });
    expect(await call(contacts, 'revert_bulk', { change_id: change_id! }, { dry_run: true })).toMatchObject({ restored: 2 });
    expect(await people()).toEqual([]);
    expect(await revert(change_id)).toMatchObject({ restored: 2 });
  });

  test('by two callers at the same time happens once', async () => {
    const { call, people, revert } = await spaceWithTwo();
    const before = await people();
    const { change_id } = await call(contacts, 'delete_bulk', { search: 'example' });
    const answers = await Promise.all([revert(change_id), revert(change_id)]);
    expect(answers.map(({ restored }) => restored).sort()).toEqual([0, 2]);
    expect(await people()).toEqual(before);
  });

  test('of another Space or of an earlier time is refused, and the copies are deleted', async () => {
    const { call, ada, bob, revert, copies } = await spaceWithTwo();
    const many = await call(contacts, 'delete_bulk', { contact_ids: [bob.id] });
    const one = await call(contacts, 'delete', { id: ada.id });
    const unknown = { code: 'unresolved_reference' };
    for (const { change_id } of [many, one])
      await expect(service.newSpace().call(contacts, 'revert_bulk', { change_id: change_id! })).rejects.toMatchObject(unknown);
    const { database, clock } = service.ports;
    const deleteExpired = async () => {
      for (const { deleteChunk } of undoRetentionRules({ database, clock: new FakeClock(clock.now()) })) await deleteChunk(100);
    };
    await deleteExpired();
    expect(await copies()).toEqual([ada.id, bob.id]);
    clock.advance(UNDO_DAYS * DAY_MS);
    for (const { change_id } of [many, one]) await expect(revert(change_id)).rejects.toMatchObject(unknown);
    await deleteExpired();
    expect(await copies()).toEqual([]);
  });

  test(`of one contact is not among the ${MAX_BULK_CHANGES} changes of many contacts that can be reverted`, async () => {
    const { call, caller, ada, revert, create } = await spaceWithTwo();
    const upsert = await call(contacts, 'upsert', { contacts: [{ email: 'cy@example.com' }] });
    await service.ports.database.query(sql.typeAlias('void')`
      insert into contacts.bulk_change (space_id, id, contact_count, created_at)
      select ${caller.space_id}, 'chg_z' || n, 0, now() from generate_series(2, ${MAX_BULK_CHANGES}) as n`);
    const one = await call(contacts, 'delete', { id: ada.id });
    await create('Dan');
    const many = await call(contacts, 'delete_bulk', { email: 'dan@example.com' });
    await expect(revert(upsert.change_id)).rejects.toMatchObject({ code: 'unresolved_reference' });
    expect(await revert(one.change_id)).toMatchObject({ restored: 1 });
    expect(many.change_id).toMatch(/^chg_/);
  });

  test('of 5,000 contacts with a tag is one call', async () => {
    const { call, ada, bob, people, revert, watch } = await spaceWithTwo();
    await call(contacts, 'delete_bulk', { contact_ids: [ada.id, bob.id], erase: true });
    // Postgres then plans with the statistics of nearly empty tables.
    await service.ports.database.query(sql.typeAlias('void')`analyze`);
    const lines = Array.from({ length: 5_000 }, (_, n) => `${n}@example.org,"all, one"`);
    await call(contacts, 'import', { csv: ['email,tags', ...lines].join('\r\n') });
    const before = await people();
    const { change_id } = await call(contacts, 'delete_bulk', { tags: ['all'] });
    const events = await watch();
    expect(await revert(change_id)).toMatchObject({ restored: 5_000, conflicts: 0, missing: 0 });
    expect(await people()).toEqual(before);
    expect(await events()).toHaveLength(5_000);
    expect((await call(tags, 'list', {})).data).toMatchObject([
      { name: 'all', contact_count: 5_000 },
      { name: 'one', contact_count: 5_000 },
      { name: 'trial', contact_count: 0 },
      { name: 'vip', contact_count: 0 },
    ]);
  });

  test('of large contacts works in parts', async () => {
    const { call, revert } = await spaceWithTwo();
    const contact_ids: string[] = [];
    for (let n = 0; n < 8; n++) {
      const custom_fields = { notes: 'x'.repeat(900_000) };
      contact_ids.push((await call(contacts, 'create', { name: 'Large', email: `large.${n}@example.com`, custom_fields })).id);
    }
    const { change_id } = await call(contacts, 'delete_bulk', { contact_ids });
    expect(await revert(change_id)).toMatchObject({ restored: 8, change_id: expect.any(String) });
    expect(await call(contacts, 'get', { id: contact_ids[7]! })).toMatchObject({ name: 'Large' });
  });
});

describe('a deletion with erase', () => {
  test('stores no copy and no former values, and has no undo', async () => {
    const { call, caller, ada, bob, people, copies } = await spaceWithTwo();
    await call(contacts, 'upsert', { contacts: [ada, bob].map(({ email }) => ({ email, phone: '2' })) });
    const stored = () =>
      service.ports.database.anyFirst(sql.type(z.object({ contact_id: z.string() }))`
        select contact_id from contacts.bulk_change_contact where space_id = ${caller.space_id} order by contact_id`);
    expect(await stored()).toEqual([ada.id, bob.id]);
    expect(await call(contacts, 'delete', { id: ada.id, erase: true })).toEqual({ id: ada.id, deleted: true, change_id: null });
    expect(await stored()).toEqual([bob.id]);
    expect(await call(contacts, 'delete_bulk', { tags: ['vip'], erase: true })).toMatchObject({ deleted: 1, change_id: null });
    expect([await people(), await stored(), await copies()]).toEqual([[], [], []]);
  });

  test('erases copies of contacts that were deleted before, once and without an event', async () => {
    const { call, ada, bob, create, revert, copies, watch } = await spaceWithTwo();
    const cy = await create('Cy');
    const deletion = await call(contacts, 'delete_bulk', { contact_ids: [ada.id, bob.id, cy.id] });
    const events = await watch();
    await expect(call(contacts, 'delete', { id: ada.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.newSpace().call(contacts, 'delete', { id: ada.id, erase: true })).rejects.toMatchObject({ code: 'not_found' });
    expect(await call(contacts, 'delete', { id: ada.id, erase: true })).toEqual({ id: ada.id, deleted: true, change_id: null });
    await expect(call(contacts, 'delete', { id: ada.id, erase: true })).rejects.toMatchObject({ code: 'not_found' });
    expect(await copies()).toEqual([bob.id, cy.id]);
    const dan = await create('Dan');
    expect(await call(contacts, 'delete_bulk', { contact_ids: [dan.id, bob.id], erase: true })).toEqual({
      deleted: 2,
      deleted_contacts: [
        { id: bob.id, name: 'Bob', email: 'bob@example.com' },
        { id: dan.id, name: 'Dan', email: 'dan@example.com' },
      ],
      change_id: null,
    });
    expect((await events()).map(({ type, data }) => [type, data.contact_id])).toEqual([
      ['contact_created', dan.id],
      ['contact_deleted', dan.id],
    ]);
    await expect(call(contacts, 'delete_bulk', { contact_ids: [cy.id, 'con_none'], erase: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await revert(deletion.change_id)).toMatchObject({ restored: 1, missing: 2 });
    expect(await call(contacts, 'get', { id: cy.id })).toMatchObject({ name: 'Cy' });
  });
});
