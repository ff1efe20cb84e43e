import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type BrokerProcess, startProcess } from './broker-process.ts';
import type { BrokersFailure } from './failure.ts';
import { createFakeBroker } from './fake-broker.ts';
import { portIsFree } from './port.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

let watchdog: Watchdog;
let running: BrokerProcess | undefined;
beforeEach(() => {
  watchdog = startWatchdog(undefined);
});
afterEach(async () => {
  await running?.kill('SIGKILL');
  watchdog.release();
});

const failTest = (failure: BrokersFailure): never => {
  throw failure;
};

test('restarts a killed broker on the same port with a new pid', async () => {
  await using broker = await createFakeBroker();
  const { program } = broker;
  running = await startProcess(program, { watchdog, onDeath: failTest });
  const before = running.pid;
  await running.kill('SIGKILL');
  expect(await program.answers()).toBe(false);
  await running.restart();
  expect(await program.answers()).toBe(true);
  expect(running.pid).not.toBe(before);
});

test('a restart stops a running broker first, even a suspended one', async () => {
  await using broker = await createFakeBroker();
  const { program } = broker;
  running = await startProcess(program, { watchdog, onDeath: failTest });
  const before = running.pid;
  await running.kill('SIGSTOP');
  await running.restart();
  expect(running.pid).not.toBe(before);
});

test('stopping a broker twice is allowed', async () => {
  await using broker = await createFakeBroker();
  const { program } = broker;
  running = await startProcess(program, { watchdog, onDeath: failTest });
  await running.stop();
  await running.stop();
  expect(await portIsFree(program.port)).toBe(true);
});

test('an unexpected exit of a broker calls onDeath with its log', async () => {
  await using broker = await createFakeBroker();
  const { program } = broker;
  const death = Promise.withResolvers<BrokersFailure>();
  running = await startProcess(program, { watchdog, onDeath: death.resolve });
  process.kill(running.pid, 'SIGKILL');
  expect((await death.promise).message).toContain(`Fake broker ended; its log ${program.log} ends with:`);
});

test('a failed start throws the relevant lines of the log', async () => {
  await using broker = await createFakeBroker();
  const { program, refuse } = broker;
  await refuse('the disk is full');
  const failure = await startProcess(program, { watchdog, onDeath: failTest }).catch((error: BrokersFailure) => error);
  expect(failure).toMatchObject({
    code: 'broken',
    message: expect.stringContaining(`Fake broker did not start; its log ${program.log} ends with:`),
  });
  expect((failure as BrokersFailure).message).toContain('Error: the disk is full');
  expect((failure as BrokersFailure).message).not.toMatch(/\n\s+at /);
});

test('a failed restart can be repeated', async () => {
  await using broker = await createFakeBroker();
  const { program, refuse } = broker;
  running = await startProcess(program, { watchdog, onDeath: failTest });
  await refuse('not now');
  await expect(running.restart()).rejects.toThrow('not now');
  await refuse('');
  await running.restart();
  expect(await program.answers()).toBe(true);
});

test('a taken port is named in the error, and no process is started', async () => {
  await using broker = await createFakeBroker();
  const { program } = broker;
  const other = createServer().listen(program.port, '127.0.0.1');
  await expect(startProcess(program, { watchdog, onDeath: failTest })).rejects.toThrow(
    `Fake broker cannot start, because port ${program.port} is taken.`,
  );
  other.close();
});

test('a missing program file is a BrokersFailure', async () => {
  await using broker = await createFakeBroker();
  const { program } = broker;
  await expect(startProcess({ ...program, file: '/nowhere/broker' }, { watchdog, onDeath: failTest })).rejects.toMatchObject({
    code: 'broken',
  });
});
