import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '@space/bus';
import { contactCreated } from '@space/contracts/contacts';
import { operation } from '@space/contracts/core';
import { MAX_MESSAGE_BYTES } from '@space/contracts/platform';
import { createSecretBox } from '@space/crypto';
import { type Database, sql, systemClock } from '@space/database';
import { createWriter, NoRowsAffected, type Writer } from '@space/event-log';
import { z } from 'zod';
import { outboxDatabase } from './fixture.ts';

const create = operation({
  summary: 'Create a thing',
  input: z.strictObject({}),
  output: z.object({ id: z.string() }),
  emits: [contactCreated],
});

let outboxes: Awaited<ReturnType<typeof outboxDatabase>>;
let database: Database;
let schema: string;
let writer: Writer;
let notifications = 0;
const identifier = (name: string) => sql.identifier([schema, name]);
const count = (name: string) => database.oneFirst(sql.type(z.object({ n: z.number() }))`select count(*) as n from ${identifier(name)}`);

beforeAll(async () => {
  outboxes = await outboxDatabase();
  database = outboxes.database;
  schema = await outboxes.newSchema();
  for (const name of ['thing', 'line'])
    await database.query(sql.typeAlias('void')`create table ${identifier(name)} (id int, version bigint generated always as identity)`);
  writer = createWriter(schema, {
    database,
    clock: systemClock,
    eventLog: {
      notify: () => {
        notifications += 1;
      },
    },
    box: createSecretBox(randomBytes(32).toString('base64')),
  });
});
afterAll(() => outboxes.close());

const call = (key?: string): Call<typeof create> => ({
  operation: create,
  operation_id: 'things.create',
  input: {},
  caller: { space_id: 'spc_1', key_id: 'key_1', actor: { kind: 'api_key', id: 'key_1', name: 'Test' } },
  request_id: 'req_1',
  trace: {},
  idempotency: key === undefined ? undefined : { key, fingerprint: 'same' },
  if_version: null,
  dry_run: false,
  replayed: false,
  is_lenient: false,
  understood: [],
});

const inserting = (ids: readonly number[], on: Call<typeof create>) =>
  writer.writeOne(on, () => ({
    change: sql.fragment`insert into ${identifier('thing')} (id) select id from unnest(${sql.array([...ids], 'int4')}) as id returning version`,
    also: [
      sql.fragment`counted as (insert into ${identifier('line')} (id) select count(*) from change having count(*) > 0)`,
      sql.fragment`again as (insert into ${identifier('line')} (id) select count(*) from change having count(*) > 1)`,
    ],
    answer: '{"id":"a"}',
    version: sql.fragment`change.version`,
    emit: (event) => event(contactCreated, contactCreated.sample),
  }));

test('a single statement writes rows of several tables and returns its text with the version of a row', async () => {
  const before = await Promise.all(['thing', 'line', 'outbox'].map(count));
  const answer = await inserting([1, 2, 3], call());
  expect(answer.text).toBe('{"id":"a"}');
  expect(answer.version).toEqual(expect.any(Number));
  const after = await Promise.all(['thing', 'line', 'outbox'].map(count));
  expect(after.map((n, index) => n - before[index]!)).toEqual([3, 2, 1]);
});

test('a single statement that affects no row throws NoRowsAffected, and writes, emits and stores nothing', async () => {
  const before = await Promise.all(['thing', 'line', 'outbox', 'idempotency'].map(count));
  const notified = notifications;
  await expect(inserting([], call())).rejects.toThrow(NoRowsAffected);
  await expect(inserting([], call('once'))).rejects.toThrow(NoRowsAffected);
  expect(await Promise.all(['thing', 'line', 'outbox', 'idempotency'].map(count))).toEqual(before);
  expect(notifications).toBe(notified);
  expect((await inserting([4], call('once'))).text).toBe('{"id":"a"}');
});

test('a second call with the same idempotency key returns the stored text and version, and changes nothing', async () => {
  const first = await inserting([5, 6], call('twice'));
  const before = await count('thing');
  const again = call('twice');
  const second = await inserting([5, 6], again);
  expect([second.text, second.version, again.replayed]).toEqual([first.text, first.version, true]);
  expect(await count('thing')).toBe(before);
});

test('a change whose answer or event is larger than a message is refused before it commits', async () => {
  const before = await Promise.all(['thing', 'outbox', 'idempotency'].map(count));
  const large = 'x'.repeat(MAX_MESSAGE_BYTES);
  const insert = sql.fragment`insert into ${identifier('thing')} (id) values (1)`;
  const answering = (on: Call<typeof create>, id: string, name = 'Ada') =>
    writer.write(on, async (tx) => {
      await tx.query(sql.typeAlias('void')`${insert}`);
      tx.emit(contactCreated, { ...contactCreated.sample, name } as typeof contactCreated.sample);
      return { id };
    });
  const refusal = { code: 'too_large', message: expect.stringContaining('Nothing was changed') };
  await expect(answering(call(), large)).rejects.toMatchObject(refusal);
  await expect(answering(call('large'), large)).rejects.toMatchObject(refusal);
  await expect(answering({ ...call(), dry_run: true }, large)).rejects.toMatchObject(refusal);
  await expect(answering(call(), 'a', large)).rejects.toMatchObject(refusal);
  const one = { change: sql.fragment`${insert} returning version`, answer: JSON.stringify({ id: large }) };
  await expect(
    writer.writeOne(call(), () => ({ ...one, emit: (event) => event(contactCreated, contactCreated.sample) })),
  ).rejects.toMatchObject(refusal);
  expect(await Promise.all(['thing', 'outbox', 'idempotency'].map(count))).toEqual(before);
});
