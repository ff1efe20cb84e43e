import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type SumJobs, sumJobs } from '../../test/fixtures/sum-jobs.ts';
import { sumPool } from '../../test/fixtures/sum-pool.ts';
import { JobRefusal } from './job-refusal.ts';
import { sizeOf } from './size-of.ts';
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

const program = fileURLToPath(new URL('../../test/fixtures/run-sum-in-a-program.ts', import.meta.url));

class SumRefusal extends JobRefusal {}

const pools: ThreadPool<SumJobs>[] = [];

function newPool(options: Partial<ThreadPoolOptions<SumJobs>> = {}): ThreadPool<SumJobs> {
  const pool = createThreadPool<SumJobs>({ ...sumPool, Refusal: SumRefusal, ...options });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()));
});

const endless = { until: Number.POSITIVE_INFINITY };

describe('createThreadPool', () => {
  it('gives results, refusals with their class, code and place, and the messages of errors', async () => {
    const pool = newPool();
    expect(await pool.run('a', 'sum', { numbers: [1, 2] })).toBe(3);
    const refused = pool.run('a', 'refuse', { place: { line: 3 } });
    await expect(refused).rejects.toBeInstanceOf(SumRefusal);
    await expect(refused).rejects.toMatchObject({ code: 'invalid', message: 'The job is refused.', place: { line: 3 } });
    const failed = pool.run('a', 'fail', { message: 'a fault' });
    await expect(failed).rejects.toThrow('a fault');
    await expect(failed).rejects.not.toBeInstanceOf(JobRefusal);
  });

  it('ends a job at its limit of processor time and at that of the clock, and works on', async () => {
    const slow = newPool({ limits: { cpu_ms: 20, wall_clock_ms: 600_000, check_ms: 1 } });
    await expect(slow.run('a', 'work', endless)).rejects.toMatchObject({ code: 'too_large', message: 'Too large.' });
    const late = newPool({ limits: { cpu_ms: 600_000, wall_clock_ms: 0, check_ms: 1 } });
    await expect(late.run('a', 'work', endless)).rejects.toMatchObject({ code: 'busy', message: 'No time.' });
    expect(await newPool().run('a', 'work', { until: 10 })).toBe(10);
  });

  it('refuses a job without memory, and tries one again whose thread was full of other work', async () => {
    const pool = newPool({ memory_mb: 48 });
    await expect(pool.run('a', 'fill', { megabytes: 200 })).rejects.toMatchObject({ code: 'too_large' });
    expect(await pool.run('a', 'remember', { megabytes: 20 })).toBe(20);
    expect(await pool.run('a', 'fill', { megabytes: 25 })).toBe(25);
    expect(await pool.run('a', 'remember', { megabytes: 1 })).toBe(1);
  });

  it('rejects with the reason if a thread cannot start', async () => {
    const pool = newPool({ script: new URL('./no-such-script.ts', import.meta.url) });
    const failed = pool.run('a', 'sum', { numbers: [1] });
    await expect(failed).rejects.toThrow(/^a thread of sums ended: Cannot find module/);
    await expect(failed).rejects.not.toBeInstanceOf(JobRefusal);
  });

  it.each([
    ['with options of V8', ['--max-old-space-size=512', program]],
    ['given as text', ['--input-type=module', '--eval', `await import(${JSON.stringify(program)})`]],
  ])('has threads in a program %s', async (_what, args) => {
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toBe('3');
  });

  it('lets owners take turns', async () => {
    const pool = newPool();
    const done: string[] = [];
    const run = async (owner: string, name: string) => {
      await pool.run(owner, 'sum', { numbers: [] });
      done.push(name);
    };
    await Promise.all([...['a1', 'a2', 'a3'].map((name) => run('a', name)), run('b', 'b1')]);
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses jobs above those of one owner and above those in all, and takes others when those have ended', async () => {
    const pool = newPool({ waiting: { owner: 2, all: 3, refusal: 'Too many jobs wait.' } });
    const run = (owner: string) => pool.run(owner, 'sum', { numbers: [1] });
    const running = [run('a'), run('a'), run('b')];
    await expect(Promise.allSettled([run('a'), run('c')])).resolves.toEqual(
      Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'busy', message: 'Too many jobs wait.' }) }),
    );
    expect(await Promise.all(running)).toEqual([1, 1, 1]);
    expect(await Promise.all([run('a'), run('a'), run('c')])).toEqual([1, 1, 1]);
    await expect(pool.run('a', 'refuse', { place: {} })).rejects.toMatchObject({ code: 'invalid' });
    expect(await Promise.all([run('a'), run('a')])).toEqual([1, 1]);
  });

  it('performs short jobs in the main thread, and others in another one', async () => {
    const limits = { cpu_ms: 600_000, wall_clock_ms: 0, check_ms: 1 };
    const pool = newPool({ limits, short: { performers: sumJobs, isShort: (name) => name === 'sum' } });
    expect(await pool.runShort('a', 'sum', { numbers: [4] })).toBe(4);
    await expect(pool.runShort('a', 'work', endless)).rejects.toMatchObject({ code: 'busy' });
  });
});

describe('sizeOf', () => {
  it('counts the characters, bytes and numbers of all parts of a value', () => {
    expect(sizeOf({ text: 'four', parts: [new Uint8Array(3), { more: 'x', count: 9 }], none: null })).toBe(16);
  });
});
