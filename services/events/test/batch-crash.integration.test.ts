import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { openDatabase, sql } from '@space/database';
import { callAs, eventually, FakeClock, testPorts } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { z } from 'zod';
import { emitEvents, newAgentCaller, startEvents } from './fixtures/events.ts';

const program = fileURLToPath(new URL('fixtures/batch-process.ts', import.meta.url));
test('a batch survives a restart and a process that is killed while it writes the line: one line lists all events', async () => {
  const { url, drop, database, bus, clock } = await testPorts();
  const agent = newAgentCaller();
  const before = await startEvents([], { url, clock });
  const { id } = await callAs(before.ports, agent)(contracts.eventListening, 'listen', {
    event_types: ['contact_tagged'],
    delivery: { every_minutes: 1 },
  });
  const ids = await emitEvents(before.ports, agent, 'contact_tagged', [{ tag: 'a' }, { tag: 'b' }, { tag: 'c' }]);
  const countPending = () =>
    database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from events.agent_pending_event where listener_id = ${id}`);
  await eventually(async () => expect(await countPending()).toBe(3));
  await before.stop();

  const later = clock.now() + 2 * MINUTE_MS;
  const holder = await openDatabase(url);
  await holder.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`lock table events.chat_line in access exclusive mode`);
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify({ url, now: later })]);
    await eventually(
      async () =>
        expect(
          await tx.oneFirst(sql.type(z.object({ count: z.number() }))`
            select count(*) from pg_locks where relation = 'events.chat_line'::regclass and not granted`),
        ).toBe(1),
      { timeout: 20_000 },
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await holder.end();
  expect(await countPending()).toBe(3);

  const after = await startEvents([], { url, clock: new FakeClock(later) });
  const read = async () => (await callAs(after.ports, agent)(contracts.eventListening, 'read_chat', {})).data;
  await eventually(async () => expect(await read()).toMatchObject([{ id: 1, subscription_id: id, event_count: 3, event_ids: ids }]));
  expect(await countPending()).toBe(0);
  await after.stop();
  await bus.close();
  await database.end();
  await drop();
});
