import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { automations } from '@space/contracts/events';
import { rows } from '@space/contracts/tables';
import { callAs, emittedIn, eventually, FakeClock, testPorts } from '@space/runtime/testing';
import { LEASE_MS } from '../src/automations/execute-run.ts';
import { createFakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace } from './fixtures/automation-space.ts';
import type { CreatedRun, KilledWorkerOptions } from './fixtures/killed-worker.ts';

/** The timeout of a process, which starts slowly on a busy machine. */
const PROCESS_TIMEOUT_MS = 180_000;

const program = fileURLToPath(new URL('fixtures/killed-worker.ts', import.meta.url));

/** Runs the program until it kills itself and returns its output. */
const runUntilKilled = (options: KilledWorkerOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, JSON.stringify(options)],
      { timeout: PROCESS_TIMEOUT_MS, killSignal: 'SIGTERM' },
      (error, stdout, stderr) =>
        error?.signal === 'SIGKILL' ? resolve(stdout) : reject(new Error(`The process did not kill itself: ${stdout} ${stderr}`)),
    );
  });

test('a run repeats no action when its process is killed after each action, before the result is stored', async () => {
  const { url, drop, database, bus } = await testPorts();
  const start = Date.now();
  const { caller, table_id, automation_id, run_id } = JSON.parse(await runUntilKilled({ url, now: start, creates: true })) as CreatedRun;
  for (const death of [1, 2]) await runUntilKilled({ url, now: start + death * (PROCESS_TIMEOUT_MS + LEASE_MS), creates: false });

  const ports = await testPorts({ url, clock: new FakeClock(start + 3 * (PROCESS_TIMEOUT_MS + LEASE_MS)) });
  const services = await startAutomations(undefined, ports);
  const call = callAs(ports, caller);
  const run = await eventually(
    async () => {
      ports.clock.advance(100);
      const found = await call(automations, 'get_run', { id: automation_id, run_id });
      expect(found.status).toBe('succeeded');
      return found;
    },
    { timeout: 60_000 },
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
}, 600_000);

test('a process that stops finishes its current action and releases its runs immediately', async () => {
  const { url, drop, database, bus } = await testPorts();
  const gateway = createFakeGateway();
  const first = await startAutomations(gateway, await testPorts({ url }));
  const space = createAutomationSpace(first);
  const gate = Promise.withResolvers<void>();
  gateway.gates.set(space.caller.key_id, gate.promise);
  const createContact = (email: string) => ({ operation: 'contacts.create', arguments: { name: 'Ada', email } });
  const id = await space.createAutomation({
    trigger: { manual: true },
    actions: [createContact('one@example.com'), createContact('two@example.com')],
  });
  await space.call(automations, 'run', { id });
  await eventually(async () => expect((await space.listRuns(id))[0]).toMatchObject({ status: 'running', steps_done: 0 }));
  const stopping = first.stop();
  gate.resolve();
  await stopping;

  const second = await startAutomations(createFakeGateway(), await testPorts({ url }));
  const [run] = await createAutomationSpace(second, undefined, space.caller).waitForRuns(id);
  expect(run).toMatchObject({ status: 'succeeded', steps: [{ outcome: 'succeeded' }, { outcome: 'succeeded' }] });
  await second.stop();
  await bus.close();
  await database.end();
  await drop();
});
