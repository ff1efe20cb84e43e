import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { tasks } from '@space/contracts/work';
import { isoTime, sql } from '@space/database';
import { eventually, FakeClock, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';
import { workService } from '../src/service.ts';
import { serveGateway, workSpace } from './fixtures/work-service.ts';

let running: TestServices;
const clock = new FakeClock(Date.parse('2026-03-20T12:00:00Z'));

beforeAll(async () => {
  const ports = await testPorts({ clock });
  await serveGateway(ports);
  running = await startServices([contactsService, workService], ports);
});
afterAll(() => running.stop());

/** More tasks than one poll of alarms or leases takes, with the alarms that each has. */
const BROKEN = 100;
const dueTomorrow = () => ({ due_date: isoTime(clock.now() + DAY_MS).slice(0, 10), timezone: 'UTC' });

/** Makes the rows of tasks unreadable, as a fault in a program could do. */
const damage = (ids: readonly string[]) =>
  running.ports.database.query(sql.typeAlias('void')`update work.task set about = '5' where id = any(${sql.array([...ids], 'text')})`);

test('due tasks whose rows cannot be read delay no reminder of another one', async () => {
  const { call, events } = workSpace(running.ports);
  const reminders = [{ minutes_before: 60 }, { minutes_before: 90 }];
  const broken = await call(tasks, 'create_bulk', {
    tasks: Array.from({ length: BROKEN }, (_, at) => ({ title: `Broken ${at}`, ...dueTomorrow(), reminders })),
  });
  const good = await call(tasks, 'create', { title: 'Good', ...dueTomorrow(), reminders: [{ minutes_before: 1 }] });
  await damage(broken.data.map(({ id }) => id));
  clock.advance(2 * DAY_MS - MINUTE_MS);
  await eventually(async () => {
    expect((await events('task_reminder')).map(({ data }) => data.task_id)).toEqual([good.id]);
    expect((await events('task_overdue')).map(({ data }) => data.task_id)).toEqual([good.id]);
  });
});

test('claimed tasks whose rows cannot be read delay the return of no other one', async () => {
  const { call, agent } = workSpace(running.ports);
  const made = await call(tasks, 'create_bulk', { tasks: Array.from({ length: BROKEN }, (_, at) => ({ title: `Task ${at}` })) });
  for (const _ of made.data) await agent.call(tasks, 'claim', { lease_minutes: 60 });
  const { id } = await call(tasks, 'create', { title: 'Good' });
  clock.advance(MINUTE_MS);
  expect((await agent.call(tasks, 'claim', { lease_minutes: 60 })).task).toMatchObject({ id });
  await damage(made.data.map((task) => task.id));
  clock.advance(2 * HOUR_MS);
  await eventually(async () => {
    expect(await call(tasks, 'get', { id })).toMatchObject({ assignees: [], claim_ends_at: null, status: { category: 'todo' } });
  });
});
