import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type BrokerProcess, startProcess } from './broker-process.ts';
import type { BrokersFailure } from './failure.ts';
import { type Guard, startGuard } from './guard.ts';
import { portIsFree } from './port.ts';
import { standIn } from './stand-in.ts';

let guard: Guard;
let running: BrokerProcess | undefined;
beforeEach(() => {
  guard = startGuard(undefined);
});
afterEach(async () => {
  await running?.kill('SIGKILL');
  guard.release();
});

const unasked = (failure: BrokersFailure): never => {
  throw failure;
};

test('a broker that was killed starts again on its port, as another process', async () => {
  await using broker = await standIn();
  const { program } = broker;
  running = await startProcess(program, { guard, died: unasked });
  const before = running.pid;
  await running.kill('SIGKILL');
  expect(await program.answers()).toBe(false);
  await running.restart();
  expect(await program.answers()).toBe(true);
  expect(running.pid).not.toBe(before);
});

test('a restart stops one that still runs, even one that is suspended', async () => {
  await using broker = await standIn();
  const { program } = broker;
  running = await startProcess(program, { guard, died: unasked });
  const before = running.pid;
  await running.kill('SIGSTOP');
  await running.restart();
  expect(running.pid).not.toBe(before);
});

test('a broker is stopped once, however often one asks', async () => {
  await using broker = await standIn();
  const { program } = broker;
  running = await startProcess(program, { guard, died: unasked });
  await running.stop();
  await running.stop();
  expect(await portIsFree(program.port)).toBe(true);
});

test('a death that nobody asked for is told', async () => {
  await using broker = await standIn();
  const { program } = broker;
  const death = Promise.withResolvers<BrokersFailure>();
  running = await startProcess(program, { guard, died: death.resolve });
  process.kill(running.pid, 'SIGKILL');
  expect((await death.promise).message).toContain(`Stand-in ended; its log ${program.log} ends with:`);
});

test('a start that fails says why, with the telling lines of the log', async () => {
  await using broker = await standIn();
  const { program, refuse } = broker;
  await refuse('the disk is full');
  const failure = await startProcess(program, { guard, died: unasked }).catch((error: BrokersFailure) => error);
  expect(failure).toMatchObject({
    code: 'broken',
    message: expect.stringContaining(`Stand-in did not start; its log ${program.log} ends with:`),
  });
  expect((failure as BrokersFailure).message).toContain('Error: the disk is full');
  expect((failure as BrokersFailure).message).not.toMatch(/\n\s+at /);
});

test('a restart that fails can be tried again', async () => {
  await using broker = await standIn();
  const { program, refuse } = broker;
  running = await startProcess(program, { guard, died: unasked });
  await refuse('not now');
  await expect(running.restart()).rejects.toThrow('not now');
  await refuse('');
  await running.restart();
  expect(await program.answers()).toBe(true);
});

test('a port that something else has taken is named, and nothing is started', async () => {
  await using broker = await standIn();
  const { program } = broker;
  const other = createServer().listen(program.port, '127.0.0.1');
  await expect(startProcess(program, { guard, died: unasked })).rejects.toThrow(
    `Stand-in cannot start, because port ${program.port} is taken.`,
  );
  other.close();
});

test('a program that is not there is a failure like any other', async () => {
  await using broker = await standIn();
  const { program } = broker;
  await expect(startProcess({ ...program, file: '/nowhere/broker' }, { guard, died: unasked })).rejects.toMatchObject({ code: 'broken' });
});
