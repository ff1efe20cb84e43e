import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Database, openDatabase, sql } from '@space/database';
import { type FreshDatabase, freshDatabase } from '@space/database/testing';
import { storeDeadLetter } from '@space/event-log';
import { z } from 'zod';
import { runProgram } from '../program.ts';

// Each command is a program that has to start.
jest.setTimeout(180_000);

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.url);
  const body = { id: 'evt_1', type: 'contact_created', space_id: 'spc_1' };
  await storeDeadLetter(database, 'events', 'delivery', {
    event_id: 'evt_1',
    payload: Buffer.from(JSON.stringify(body)),
    reason: 'cannot be handled',
  });
  await storeDeadLetter(database, 'events', 'automations', { event_id: null, payload: Buffer.from('no event'), reason: 'not an event' });
});
afterAll(async () => {
  await database.end();
  await fresh.drop();
});

const space = (...words: string[]) => runProgram('scripts/space/main.ts', words, { DATABASE_URL: fresh.url });

async function answerOf(...words: string[]) {
  const { code, stdout, stderr } = await space(...words, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

test('dead-letters list and redeliver show events that a group did not process, and deliver them again', async () => {
  const { data } = await answerOf('dead-letters', 'list');
  expect(data).toMatchObject([
    { id: 'events:1', group: 'delivery', event_id: 'evt_1', event_type: 'contact_created', space_id: 'spc_1', reason: 'cannot be handled' },
    { id: 'events:2', group: 'automations', event_id: null, reason: 'not an event' },
  ]);
  expect((await answerOf('dead-letters', 'list', '--service', 'events')).data).toMatchObject([{ id: 'events:2' }]);
  expect(await answerOf('dead-letters', 'redeliver', 'events:1', 'events:2', 'nonsense')).toEqual({
    redelivered: ['events:1'],
    not_redelivered: ['events:2', 'nonsense'],
  });
  expect(
    await database.any(sql.type(z.object({ id: z.string(), only_group: z.string() }))`select id, only_group from events.outbox`),
  ).toEqual([{ id: 'evt_1', only_group: 'delivery' }]);
  expect(await answerOf('dead-letters', 'redeliver', '--all')).toEqual({ redelivered: [], not_redelivered: ['events:2'] });
});

test('dead-letters names the rule for wrong options', async () => {
  expect((await space('dead-letters', 'redeliver')).stderr).toContain('Either ids or --all is required');
  expect((await space('dead-letters', 'list', '--service', 'contacts')).stderr).toContain(
    '--service must be one of scheduling, events, delivery',
  );
});
