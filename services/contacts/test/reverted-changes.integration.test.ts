import { describe, expect, test } from '@jest/globals';
import { audiences, contacts, MAX_BULK_CHANGES, tags, UNDO_DAYS } from '@space/contracts/contacts';
import { sql } from '@space/database';
import { FakeClock } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import { z } from 'zod';
import { undoRetentionRules } from '../src/retention/undo-retention.ts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

const ADA = { email: 'ada@example.com' };
const BOB = { email: 'bob@example.com' };

/** Creates a Space with Ada, who has the tag vip. */
async function spaceWithAda() {
  const space = service.newSpace();
  const { call, caller } = space;
  const ada = await call(contacts, 'create', { name: 'Ada', phone: '1', custom_fields: { plan: 'pro' }, ...ADA });
  await call(contacts, 'tag', { id: ada.id, tags: ['vip'] });
  const people = async () =>
    (await call(contacts, 'list', { sort: 'email', fields: ['name', 'email', 'phone', 'custom_fields', 'tags'] })).data;
  const upsert = (...given: (typeof contacts.operations.upsert.input)['_zod']['input']['contacts']) =>
    call(contacts, 'upsert', { contacts: given });
  const revert = (change_id: string | null) => call(contacts, 'revert_bulk', { change_id: change_id! });
  /** Returns the contacts whose former values are stored. */
  const stored = () =>
    service.ports.database.anyFirst(sql.type(z.object({ contact_id: z.string() }))`
      select contact_id from contacts.bulk_change_contact where space_id = ${caller.space_id} order by contact_id`);
  /** Returns the types of the events since the call of this function. */
  const watch = async () => {
    const before = (await space.events()).length;
    return async () =>
      (await space.events())
        .slice(before)
        .map(({ type, data }) => [type, (data.contact as { email: string }).email, data.changed ?? data.tag ?? null]);
  };
  return { ...space, ada, people, upsert, revert, stored, watch };
}

describe('reverting a change of many contacts', () => {
  test('deletes the contacts that it created and restores the others, with the events of single calls', async () => {
    const { ada, upsert, revert, people, watch, stored, call } = await spaceWithAda();
    const before = await people();
    const { change_id } = await upsert(
      { ...ADA, phone: null, custom_fields: { seats: 2 }, tags: ['vip', 'new'] },
      { ...BOB, tags: ['new'] },
    );
    const events = await watch();
    const answer = await revert(change_id);
    expect(answer).toEqual({
      reverted: 1,
      deleted: 1,
      restored: 0,
      conflicts: 0,
      conflict_ids: [],
      not_restored: [],
      missing: 0,
      change_id: expect.stringMatching(/^chg_/),
    });
    expect(await people()).toEqual(before);
    expect(await events()).toEqual([
      ['contact_deleted', 'bob@example.com', null],
      ['contact_updated', 'ada@example.com', ['phone', 'custom_fields']],
      ['contact_untagged', 'ada@example.com', 'new'],
    ]);
    expect((await call(tags, 'list', {})).data.map(({ name }) => name)).toEqual(['new', 'vip']);
    expect(await stored()).toEqual([ada.id]);
    expect(await revert(change_id)).toMatchObject({ reverted: 0, deleted: 0, conflicts: 0, missing: 0, change_id: null });
    expect(await events()).toHaveLength(3);
  });

  test('can be reverted itself, and then again', async () => {
    const { upsert, revert, people } = await spaceWithAda();
    const before = await people();
    const { change_id } = await upsert({ ...ADA, phone: '2', tags: ['new'] }, { ...BOB, tags: ['new'] });
    const after = await people();
    const first = await revert(change_id);
    expect(await people()).toEqual(before);
    const second = await revert(first.change_id);
    expect(second).toMatchObject({ reverted: 1, restored: 1 });
    expect(await people()).toEqual(after);
    await revert(second.change_id);
    expect(await people()).toEqual(before);
  });

  test('leaves a contact as it is that was changed since, and names it', async () => {
    const { call, ada, upsert, revert, people, stored } = await spaceWithAda();
    const { change_id, results } = await upsert({ ...ADA, phone: '2' }, BOB, { email: 'cy@example.com' });
    await call(contacts, 'update', { id: ada.id, company: 'Engines' });
    await call(contacts, 'tag', { id: results[1]!.id, tags: ['new'] });
    const answer = { reverted: 0, conflicts: 2, conflict_ids: [ada.id, results[1]!.id].sort(), missing: 0 };
    expect(await revert(change_id)).toMatchObject({ ...answer, deleted: 1 });
    expect(await people()).toMatchObject([{ phone: '2' }, { email: 'bob@example.com' }]);
    expect(await stored()).toHaveLength(2);
    expect(await revert(change_id)).toMatchObject({ ...answer, deleted: 0 });
  });

  test('works for one change after the other, the latest first', async () => {
    const { upsert, revert, people } = await spaceWithAda();
    const states = [await people()];
    const changes: (string | null)[] = [];
    for (const phone of ['2', '3', '4']) {
      changes.push((await upsert({ ...ADA, phone, tags: [`tag ${phone}`] }, { ...BOB, phone })).change_id);
      states.push(await people());
    }
    for (const at of [2, 1, 0]) {
      expect(await revert(changes[at]!)).toMatchObject({ conflicts: 0 });
      expect(await people()).toEqual(states[at]);
    }
  });

  test('does not store values of a contact that was erased or merged, and counts it as missing', async () => {
    const { call, ada, upsert, revert, stored } = await spaceWithAda();
    const { change_id, results } = await upsert({ ...ADA, phone: '2' }, { ...BOB }, { email: 'cy@example.com' });
    const [, bob, cy] = results.map(({ id }) => id);
    await call(contacts, 'merge', { id: bob!, contact_id: cy! });
    await call(contacts, 'delete', { id: ada.id, erase: true });
    expect(await stored()).toEqual([bob]);
    expect(await revert(change_id)).toMatchObject({ reverted: 0, deleted: 0, conflicts: 1, conflict_ids: [bob], missing: 2 });
  });

  test('creates no version for a contact that is as it was before', async () => {
    const { call, ada, upsert, revert, watch } = await spaceWithAda();
    const { change_id } = await upsert({ ...ADA, tags: ['new'] });
    const [tag] = (await call(tags, 'list', {})).data;
    await call(tags, 'delete', { id: tag!.id });
    const before = await call(contacts, 'get', { id: ada.id });
    const events = await watch();
    expect(await revert(change_id)).toMatchObject({ reverted: 1, change_id: null });
    expect(await call(contacts, 'get', { id: ada.id })).toEqual(before);
    expect(await events()).toEqual([]);
  });

  test('in a dry run counts and changes nothing', async () => {
    const { call, upsert, revert, people } = await spaceWithAda();
    const { change_id } = await upsert({ ...ADA, phone: '2' }, BOB);
    const after = await people();
    const counts = { reverted: 1, deleted: 1, conflicts: 0 };
    expect(await call(contacts, 'revert_bulk', { change_id: change_id! }, { dry_run: true })).toMatchObject(counts);
    expect(await people()).toEqual(after);
    expect(await revert(change_id)).toMatchObject(counts);
  });

  test('by two callers at the same time happens once', async () => {
    const { upsert, revert, people } = await spaceWithAda();
    const before = await people();
    const { change_id } = await upsert({ ...ADA, phone: '2' }, BOB);
    const answers = await Promise.all([revert(change_id), revert(change_id)]);
    expect(answers.map(({ reverted }) => reverted).sort()).toEqual([0, 1]);
    expect(await people()).toEqual(before);
  });

  test('of another Space, of an unknown id or of an earlier time is refused', async () => {
    const { upsert, revert, stored } = await spaceWithAda();
    const { change_id } = await upsert(BOB);
    const unknown = { code: 'unresolved_reference' };
    await expect(service.newSpace().call(contacts, 'revert_bulk', { change_id: change_id! })).rejects.toMatchObject(unknown);
    await expect(revert('chg_unknown')).rejects.toMatchObject(unknown);
    const { database, clock } = service.ports;
    const deleteExpired = async () => {
      for (const { deleteChunk } of undoRetentionRules({ database, clock: new FakeClock(clock.now()) })) await deleteChunk(100);
    };
    await deleteExpired();
    expect(await stored()).toHaveLength(1);
    clock.advance(UNDO_DAYS * DAY_MS);
    await expect(revert(change_id)).rejects.toMatchObject(unknown);
    await deleteExpired();
    expect(await stored()).toEqual([]);
  });

  test('is possible for the latest changes of a Space', async () => {
    const { caller, upsert, revert } = await spaceWithAda();
    const first = await upsert(BOB);
    const second = await upsert({ email: 'cy@example.com' });
    await service.ports.database.query(sql.typeAlias('void')`
      insert into contacts.bulk_change (space_id, id, contact_count, created_at)
      select ${caller.space_id}, 'chg_z' || n, 0, now() from generate_series(3, ${MAX_BULK_CHANGES}) as n`);
    await upsert({ email: 'dan@example.com' });
    await expect(revert(first.change_id)).rejects.toMatchObject({ code: 'unresolved_reference' });
    expect(await revert(second.change_id)).toMatchObject({ deleted: 1 });
  });
});

describe('a change of many contacts', () => {
  test('has no id by which it is reverted if it changed nothing', async () => {
    const { call, upsert, stored } = await spaceWithAda();
    expect(await upsert({ ...ADA, phone: '1' })).toMatchObject({ unchanged: 1, change_id: null });
    const csv = 'email,phone\r\nada@example.com,2\r\n';
    expect(await call(contacts, 'import', { csv, existing: 'skip' })).toMatchObject({ unchanged: 1, change_id: null });
    expect(await call(contacts, 'import', { csv: 'email\r\nnonsense\r\n' })).toMatchObject({ failed: 1, change_id: null });
    expect(await stored()).toEqual([]);
  });

  test('cannot be reverted if the former values are too large together', async () => {
    const { call, upsert, stored } = await spaceWithAda();
    const emails = Array.from({ length: 10 }, (_, n) => `large.${n}@example.com`);
    for (const email of emails) await call(contacts, 'create', { name: 'Large', email, custom_fields: { notes: 'x'.repeat(900_000) } });
    expect(await upsert(...emails.map((email) => ({ email, custom_fields: { notes: 'short' } })))).toMatchObject({
      updated: 10,
      change_id: null,
    });
    expect(await stored()).toEqual([]);
  });

  test('that is an import of 5,000 lines is reverted in one call', async () => {
    const { call, revert, people, watch } = await spaceWithAda();
    const before = await people();
    // Postgres then plans with the statistics of nearly empty tables.
    await service.ports.database.query(sql.typeAlias('void')`analyze`);
    const lines = Array.from({ length: 4_999 }, (_, n) => `${n}@example.com,${n},all\r\n`).join('');
    const csv = `email,phone,tags\r\nada@example.com,2,all\r\n${lines}`;
    const { change_id } = await call(contacts, 'import', { csv });
    const audience = await call(audiences, 'create', { name: 'All', condition: { tag: 'all' } });
    const events = await watch();
    expect(await revert(change_id)).toMatchObject({ reverted: 1, deleted: 4_999, conflicts: 0 });
    expect(await people()).toEqual(before);
    expect(await events()).toHaveLength(5_001);
    expect((await call(audiences, 'get', { id: audience.id })).contact_count).toBe(0);
  });
});
