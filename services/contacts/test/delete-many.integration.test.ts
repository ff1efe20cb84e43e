import { describe, expect, test } from '@jest/globals';
import { audiences, contacts, MAX_MATCHED_CONTACTS, MAX_SELECTED_SAMPLE } from '@space/contracts/contacts';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { z } from 'zod';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

type Input = z.input<typeof contacts.operations.delete_bulk.input>;

/** Creates a Space with Ada, Bob and Cy. Ada and Bob have the tag trial. */
async function spaceWithThree() {
  const space = service.newSpace();
  const { call } = space;
  const create = (name: string) => call(contacts, 'create', { name, email: `${name.toLowerCase()}@example.com`, company: `${name} Ltd` });
  const [ada, bob, cy] = [await create('Ada'), await create('Bob'), await create('Cy')];
  for (const { id } of [ada, bob]) await call(contacts, 'tag', { id, tags: ['trial'] });
  const before = (await space.events()).length;
  const emitted = async () =>
    (await space.events()).slice(before).map(({ type, data }) => [type, (data.contact as { email: string } | undefined)?.email]);
  const names = async () => (await call(contacts, 'list', { sort: 'name' })).data.map(({ name }) => name);
  const remove = (input: Input, options: { readonly dry_run?: boolean } = {}) => call(contacts, 'delete_bulk', input, options);
  return { ...space, ada, bob, cy, emitted, names, remove };
}

const shown = ({ id, name, email }: { readonly id: string; readonly name: string; readonly email: string }) => ({ id, name, email });

describe('deleting contacts by their ids', () => {
  test('deletes them with their tags and places in audiences, with the events of single calls', async () => {
    const { call, ada, bob, cy, emitted, names, remove, events } = await spaceWithThree();
    const { id } = await call(audiences, 'create', { name: 'All', contact_ids: [ada.id, bob.id, cy.id] });
    expect(await remove({ contact_ids: [cy.id, ada.id] })).toEqual({
      deleted: 2,
      deleted_contacts: [shown(ada), shown(cy)],
      change_id: expect.any(String),
    });
    expect(await names()).toEqual(['Bob']);
    expect((await call(audiences, 'contacts', { id })).data).toMatchObject([{ id: bob.id }]);
    await call(contacts, 'delete', { id: bob.id });
    const deleted = (await emitted()).filter(([type]) => type === 'contact_deleted');
    expect(deleted).toEqual(['ada', 'cy', 'bob'].map((name) => ['contact_deleted', `${name}@example.com`]));
    const [first, , single] = (await events()).filter(({ type }) => type === 'contact_deleted');
    expect(Object.keys(first!.data)).toEqual(Object.keys(single!.data));
    expect(first!.data).toMatchObject({ contact_id: ada.id, contact: { company: 'Ada Ltd', tags: ['trial'], first_name: 'Ada' } });
  });

  test('is all or nothing: an unknown id, one of another Space, a repeated one and a dry run delete nothing', async () => {
    const { ada, bob, names, remove, emitted } = await spaceWithThree();
    const other = await spaceWithThree();
    for (const id of ['con_none', other.cy.id])
      await expect(remove({ contact_ids: [ada.id, id] })).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(id),
      });
    await expect(remove({ contact_ids: [ada.id, bob.id, ada.id] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'contact_ids.2', code: 'duplicate' }] },
    });
    await expect(remove({ contact_ids: [ada.id], expected_count: 2 })).rejects.toMatchObject({ code: 'conflict' });
    expect(await remove({ contact_ids: [ada.id] }, { dry_run: true })).toMatchObject({ deleted: 1, deleted_contacts: [shown(ada)] });
    expect(await names()).toEqual(['Ada', 'Bob', 'Cy']);
    expect(await other.names()).toEqual(['Ada', 'Bob', 'Cy']);
    expect(await emitted()).toEqual([]);
  });

  test('refuses the id of a contact that was merged into another one, as a single deletion does', async () => {
    const { call, ada, bob, cy, names, remove } = await spaceWithThree();
    await call(contacts, 'merge', { id: ada.id, contact_id: bob.id });
    const refusals = await Promise.allSettled([remove({ contact_ids: [cy.id, bob.id] }), call(contacts, 'delete', { id: bob.id })]);
    const [many, single] = refusals.map((one) => (one as PromiseRejectedResult).reason as Error & { code: string });
    expect(many).toMatchObject({ code: 'conflict', message: single!.message });
    expect(await names()).toEqual(['Ada', 'Cy']);
  });

  test('works in parts when the contacts are large', async () => {
    const { call } = service.newSpace();
    const contact_ids: string[] = [];
    for (let n = 0; n < 8; n++) {
      const custom_fields = { notes: 'x'.repeat(900_000) };
      contact_ids.push((await call(contacts, 'create', { name: 'Large', email: `large.${n}@example.com`, custom_fields })).id);
    }
    expect(await call(contacts, 'delete_bulk', { contact_ids })).toMatchObject({
      deleted: 8,
      deleted_contacts: contact_ids.map((id) => ({ id })),
    });
    expect((await call(contacts, 'list', {})).data).toEqual([]);
  });
});

describe('deleting contacts by filters', () => {
  test('deletes those for which all filters hold', async () => {
    const { ada, bob, emitted, names, remove } = await spaceWithThree();
    const condition = { field: 'company', op: 'contains', value: 'bob' } as const;
    expect(await remove({ tags: ['TRIAL'], condition })).toMatchObject({ deleted: 1, deleted_contacts: [shown(bob)] });
    expect(await names()).toEqual(['Ada', 'Cy']);
    expect(await remove({ tags: ['trial'], until: new Date(Date.now() + 60_000).toISOString() })).toMatchObject({
      deleted_contacts: [{ id: ada.id }],
    });
    expect(await emitted()).toEqual([
      ['contact_deleted', 'bob@example.com'],
      ['contact_deleted', 'ada@example.com'],
    ]);
  });

  test('that match no contact deletes none', async () => {
    const { names, remove, emitted } = await spaceWithThree();
    for (const filters of [{ tags: ['unknown'] }, { tags: ['trial', 'unknown'] }, { search: '%' }, { email: 'a' }])
      expect(await remove(filters)).toEqual({ deleted: 0, deleted_contacts: [], change_id: null });
    expect(await names()).toHaveLength(3);
    expect(await emitted()).toEqual([]);
  });

  test('needs a filter or ids, and refuses both together', async () => {
    const { ada, names, remove } = await spaceWithThree();
    const refuse = (input: Input) => expect(remove(input)).rejects;
    for (const input of [{}, { expected_count: 3 }])
      await refuse(input).toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'contact_ids' }] } });
    await refuse({ search: '' }).toMatchObject({ code: 'invalid' });
    await refuse({ contact_ids: [ada.id], email: ada.email, tags: ['trial'] }).toMatchObject({
      code: 'invalid',
      extras: {
        errors: [
          { path: 'email', code: 'conflict' },
          { path: 'tags', code: 'conflict' },
        ],
      },
    });
    await refuse({ condition: { field: 'created_at', op: 'gt', value: 'soon' } }).toMatchObject({ code: 'invalid' });
    expect(await names()).toHaveLength(3);
  });

  test('of another number than expected is a conflict with the number, and deletes nothing', async () => {
    const { names, remove } = await spaceWithThree();
    const { deleted } = await remove({ tags: ['trial'] }, { dry_run: true });
    expect(deleted).toBe(2);
    await expect(remove({ search: 'example.com', expected_count: deleted })).rejects.toMatchObject({
      code: 'conflict',
      extras: { matched: 3 },
    });
    expect(await names()).toHaveLength(3);
    expect(await remove({ tags: ['trial'], expected_count: deleted })).toMatchObject({ deleted });
  });

  test('leaves a contact that another call changes meanwhile, so that it matches no more', async () => {
    const { ada, bob, caller, names, remove } = await spaceWithThree();
    const { removing } = await service.ports.database.transaction(async (tx) => {
      await tx.query(sql.typeAlias('void')`
        update contacts.contact set company = 'Engines' where space_id = ${caller.space_id} and id = ${bob.id}`);
      const started = remove({ condition: { field: 'company', op: 'contains', value: 'ltd' }, tags: ['trial'] });
      await eventually(async () =>
        expect(
          await tx.oneFirst(sql.type(z.object({ waiting: z.number() }))`
            select count(*) as waiting from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`),
        ).toBe(1),
      );
      return { removing: started };
    });
    expect(await removing).toMatchObject({ deleted: 1, deleted_contacts: [shown(ada)] });
    expect(await names()).toEqual(['Bob', 'Cy']);
  });

  test(`deletes ${MAX_MATCHED_CONTACTS} contacts in one call, and refuses more with their number`, async () => {
    const { call, remove } = await spaceWithThree();
    const lines = Array.from({ length: MAX_MATCHED_CONTACTS }, (_, n) => `${n}@example.org,all`);
    await call(contacts, 'import', { csv: ['email,tags', ...lines].join('\r\n') });
    await expect(remove({ search: 'example' })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('5003'),
      extras: { matched: MAX_MATCHED_CONTACTS + 3 },
    });
    const { deleted, deleted_contacts: named } = await remove({ tags: ['all'] });
    expect([deleted, named.length]).toEqual([MAX_MATCHED_CONTACTS, MAX_SELECTED_SAMPLE]);
    expect(await call(contacts, 'list', { include_total: true })).toMatchObject({ total: 3 });
  });
});
