import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { automations } from '@space/contracts/events';
import { rows } from '@space/contracts/tables';
import { callAs, emittedIn, eventually, FakeClock, testPorts } from '@space/runtime/testing';
import { LEASE_MS } from '../src/automations/execute-run.ts';
import { createFakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace } from './fixtures/automation-space.ts';
import type { Begun, KilledWorkerOptions } from './fixtures/killed-worker.ts';

/** On a machine with much else to do a process takes long to start. */
const LONGEST_LIFE_MS = 90_000;

const program = fileURLToPath(new URL('fixtures/killed-worker.ts', import.meta.url));

/** Runs the program until it is killed, and answers what it said. */
const untilKilled = (options: KilledWorkerOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, JSON.stringify(options)],
      { timeout: LONGEST_LIFE_MS, killSignal: 'SIGTERM' },
      (error, stdout, stderr) =>
        error?.signal === 'SIGKILL' ? resolve(stdout) : reject(new Error(`It did not die by itself: ${stdout} ${stderr}`)),
    );
  });

test('a process that is killed after each action, before it is written down, repeats none of them', async () => {
  const { url, drop, database, bus } = await testPorts();
  const start = Date.now();
  const { caller, table_id, automation_id, run_id } = JSON.parse(await untilKilled({ url, now: start, begins: true })) as Begun;
  for (const death of [1, 2]) await untilKilled({ url, now: start + death * (LONGEST_LIFE_MS + LEASE_MS), begins: false });

  const ports = await testPorts({ url, clock: new FakeClock(start + 3 * (LONGEST_LIFE_MS + LEASE_MS)) });
  const services = await startAutomations(undefined, ports);
  const call = callAs(ports, caller);
  const run = await eventually(
    async () => {
      ports.clock.advance(100);
      const found = await call(automations, 'get_run', { id: automation_id, run_id });
      expect(found.state).toBe('succeeded');
      return found;
    },
    { timeout: 15_000 },
  );
  expect(run.steps.map(({ index, outcome }) => [index, outcome])).toEqual([
    [0, 'succeeded'],
    [1, 'succeeded'],
    [2, 'succeeded'],
  ]);
  const { data } = await call(rows, 'list', { table_id });
  const [first, second] = data.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  expect(data.map((row) => row.data.name).sort()).toEqual([`after ${first!.id}`, `after ${second!.id}`, 'first'].sort());
  const ended = (await emittedIn(ports.database, 'events', caller.space_id)).filter(({ type }) => type === 'automation_run_succeeded');
  expect(ended).toHaveLength(1);
  await services.stop();
  await bus.close();
  await database.end();
  await drop();
}, 240_000);

test('a process that is stopped ends the action it is at and gives its runs back at once', async () => {
  const { url, drop, database, bus } = await testPorts();
  const keys = createFakeGateway();
  const first = await startAutomations(keys, await testPorts({ url }));
  const space = createAutomationSpace(first);
  const gate = Promise.withResolvers<void>();
  keys.gates.set(space.caller.key_id, gate.promise);
  const note = (email: string) => ({ operation: 'contacts.create', arguments: { name: 'Ada', email } });
  const id = await space.automate({ trigger: { manual: true }, actions: [note('one@example.com'), note('two@example.com')] });
  await space.call(automations, 'run', { id });
  await eventually(async () => expect((await space.runs(id))[0]).toMatchObject({ state: 'running', steps_done: 0 }));
  const stopping = first.stop();
  gate.resolve();
  await stopping;

  const second = await startAutomations(createFakeGateway(), await testPorts({ url }));
  const [run] = await createAutomationSpace(second, undefined, space.caller).over(id);
  expect(run).toMatchObject({ state: 'succeeded', steps: [{ outcome: 'succeeded' }, { outcome: 'succeeded' }] });
  await second.stop();
  await bus.close();
  await database.end();
  await drop();
}, 60_000);
