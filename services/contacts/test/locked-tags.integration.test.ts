import { expect, test } from '@jest/globals';
import { audiences, type audienceUpdated, contacts, tags } from '@space/contracts/contacts';
import { isoTime, sql } from '@space/database';
import type { Transaction } from '@space/event-log';
import { eventually } from '@space/runtime/testing';
import type { CommonQueryMethods, QuerySqlToken } from 'slonik';
import { z } from 'zod';
import { renameInAudiences } from '../src/tags/rename-in-audiences.ts';
import { lockAudiencesNaming } from '../src/tags/tag-conditions.queries.ts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

test('renaming a tag changes the conditions of audiences in parts of bounded size', async () => {
  const { call, caller } = service.newSpace();
  const names = ['a', 'b', 'c', 'd', 'e'];
  const condition = (tag: string) => ({ or: [{ tag }, { field: 'bio' as const, op: 'eq' as const, value: 'x'.repeat(400) }] });
  for (const name of names) await call(audiences, 'create', { name, condition: condition('VIP') });
  const reads: number[] = [];
  const emitted: unknown[] = [];
  await service.ports.database.transaction(async (connection: CommonQueryMethods) => {
    const naming = await lockAudiencesNaming(connection, caller.space_id, 'vip', 10);
    const tx: Transaction<typeof audienceUpdated> = Object.assign(Object.create(connection), {
      now: isoTime(service.ports.clock.now()),
      emit: (_type: unknown, data: { audience: string }) => emitted.push(data.audience),
      async any(query: QuerySqlToken) {
        const rows = await connection.any(query);
        reads.push(rows.length);
        return rows;
      },
    });
    await renameInAudiences(tx, caller.space_id, naming, { from: 'vip', to: 'best', part_bytes: 1_000 });
  });
  expect(reads).toEqual([2, 2, 1]);
  expect(emitted).toEqual(names);
  const { data } = await call(audiences, 'list', {});
  expect(data.map((audience) => audience.condition)).toEqual(names.map(() => condition('best')));
});

test('deleting a tag counts a contact that another call tagged while it waited', async () => {
  const { call, caller } = service.newSpace();
  const { database } = service.ports;
  const { id: contact } = await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com' });
  const { id } = await call(tags, 'create', { name: 'vip' });
  const [inserted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tagging = database.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`
      insert into contacts.contact_tag (space_id, contact_id, tag_id) values (${caller.space_id}, ${contact}, ${id})`);
    inserted.resolve();
    await released.promise;
  });
  await inserted.promise;
  const deleting = call(tags, 'delete', { id });
  const waiting = sql.type(z.object({ count: z.number() }))`
    select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%contacts.tag%'`;
  await eventually(async () => expect(await database.oneFirst(waiting)).toBe(1));
  released.resolve();
  await tagging;
  expect(await deleting).toMatchObject({ contact_count: 1 });
});
