import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, test } from '@jest/globals';
import { pages } from '@space/contracts/publishing';
import { callAs, emittedIn, eventually, newSpaceCaller, randomRuns, startServices, testPorts } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { kill, startProcess } from './fixtures/publishing-process.ts';

/** Pages that are created for each process that is killed. */
const PAGES = 40;
const KILLS = randomRuns(3);
/** Processes that are started at most: a process that finished before it was killed proves nothing. */
const PROCESSES = 10;
const HOUR = 3_600_000;
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

test.each([
  { what: 'unpublishes', plans: [{ publish: false, unpublish_at: ago(1_000) }], live: true, expected: ['page_unpublished'] },
  {
    what: 'publishes what is to go down again already',
    plans: [{ publish_at: ago(2_000) }, { publish: false, unpublish_at: ago(1_000) }],
    live: false,
    expected: ['page_published', 'page_unpublished'],
  },
])(
  'a process that is killed while it $what leaves each page so, with one event for each step, in order, when others go on',
  async ({ plans, live, expected }) => {
    const ports = await testPorts();
    // This service answers calls only; the processes that are killed run the schedules.
    const quiet = await startServices(
      [{ ...publishingService, open: async (on) => ({ serves: (await publishingService.open(on)).serves }) }],
      ports,
    );
    const caller = newSpaceCaller();
    const call = callAs(ports, caller);
    ports.clock.set(Date.now() - HOUR);
    const ids: string[] = [];
    const all = () => emittedIn(ports.database, 'publishing', caller.space_id);
    const emitted = async () => (await all()).filter(({ data }) => data.scheduled === true);
    const prepare = async () => {
      for (let n = 0; n < PAGES; n++) {
        const { id } = await call(pages, 'create', { title: `Page ${ids.length}`, standalone: true });
        ids.push(id);
        if (live) await call(pages, 'publish', { id });
        for (const plan of plans) await call(pages, 'publish', { id, ...plan });
      }
    };
    let interrupted = 0;
    for (let started = 0; interrupted < KILLS && started < PROCESSES; started++) {
      await prepare();
      const soFar = (await emitted()).length;
      const child = await startProcess(ports.url);
      running.push(child);
      await eventually(async () => expect((await emitted()).length).toBeGreaterThan(soFar), { timeout: 120_000 });
      await kill(child);
      if ((await emitted()).length < ids.length * expected.length) interrupted += 1;
    }
    running.push(await startProcess(ports.url));
    await eventually(async () => expect((await emitted()).length).toBeGreaterThanOrEqual(ids.length * expected.length), {
      timeout: 120_000,
    });
    expect(interrupted).toBeGreaterThan(0);
    const events = (await all()).filter(({ type }) => ['page_published', 'page_unpublished'].includes(type));
    for (const id of ids)
      expect(events.filter(({ data }) => data.page_id === id).map(({ type }) => type)).toEqual([
        ...(live ? ['page_published'] : []),
        ...expected,
      ]);
    for (const id of ids)
      expect(await call(pages, 'get', { id })).toMatchObject({ status: 'unpublished', publish_at: null, unpublish_at: null });
    await quiet.stop();
  },
  600_000,
);
