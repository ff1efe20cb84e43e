import { expect, test } from '@jest/globals';
import { contacts, tags } from '@space/contracts/contacts';
import { newId, sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { addTags } from '../src/contacts/contact-tags.queries.ts';
import { deleteForGood } from '../src/contacts/deleted-contacts.queries.ts';
import { addAlias, lockContacts } from '../src/contacts/merge.queries.ts';
import { deleteTag, ensureTags } from '../src/tags/tags.queries.ts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

/** Waits until another transaction waits for this one. */
const untilAwaited = (tx: CommonQueryMethods) =>
  eventually(async () =>
    expect(
      await tx.oneFirst(sql.type(z.object({ waiting: z.number() }))`
        select count(*) as waiting from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`),
    ).toBe(1),
  );

/** Creates a Space with three contacts. */
async function threeContacts() {
  const { call, caller } = service.newSpace();
  const create = (name: string) => call(contacts, 'create', { name, email: `${name}@example.com` });
  return { call, space: caller.space_id, ada: await create('ada'), twin: await create('twin'), third: await create('third') };
}

test('a merge of a contact that another call merges meanwhile is a conflict, and the other survivor stays', async () => {
  const { call, space, ada, twin, third } = await threeContacts();
  const { merging } = await service.ports.database.transaction(async (tx) => {
    await lockContacts(tx, space, [twin.id]);
    const started = Promise.allSettled([call(contacts, 'merge', { id: ada.id, contact_id: twin.id })]);
    await untilAwaited(tx);
    await addAlias(tx, space, twin, third.id, new Date().toISOString());
    await deleteForGood(tx, space, [twin.id]);
    return { merging: started };
  });
  expect(await merging).toMatchObject([{ status: 'rejected', reason: { code: 'conflict' } }]);
  for (const id of [ada.id, third.id]) expect(await call(contacts, 'get', { id })).toMatchObject({ id });
});

test('a merge leaves out a tag that another call deletes meanwhile', async () => {
  const { call, space, ada, twin } = await threeContacts();
  await call(contacts, 'tag', { id: twin.id, tags: ['gone', 'stays'] });
  const gone = (await call(tags, 'list', {})).data.find(({ name }) => name === 'gone')!;
  const { merging } = await service.ports.database.transaction(async (tx) => {
    await deleteTag(tx, space, gone.id);
    const started = call(contacts, 'merge', { id: ada.id, contact_id: twin.id });
    await untilAwaited(tx);
    return { merging: started };
  });
  expect(await merging).toMatchObject({ tags: ['stays'], added_tags: ['stays'] });
});

test('the deletion of a tag waits for a call that adds it', async () => {
  const { call, space, ada } = await threeContacts();
  const { id } = await call(tags, 'create', { name: 'vip' });
  const { deleting } = await service.ports.database.transaction(async (tx) => {
    const found = await ensureTags(tx, space, ['VIP', newId('tag')], new Date().toISOString());
    const started = call(tags, 'delete', { id });
    await untilAwaited(tx);
    await addTags(tx, space, ada.id, found);
    return { deleting: started };
  });
  expect(await deleting).toMatchObject({ id, deleted: true });
});
