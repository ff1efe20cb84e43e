import { randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { bytesOf, sampleBody } from './sample-body.ts';
import { FIRST_APPEND_SIZE, LARGE_SIZE, partOf, type Scenario, SMALL_SIZE, UPLOAD_SIZE } from './scenarios.ts';
import type { Suite } from './store-under-test.ts';

const content_type = 'application/octet-stream';

/** More steps than a scenario has. */
const LAST_STEP = 60;

/** The bytes of a body that a process has read when it is killed: some are in the store, and some in its memory. */
const KILLED_SIZE = 12 * 1_048_576;

/**
 * Returns the next step at which a process is killed. Each takes a process of its own, so that a run leaves out up to two steps between two of
 * them, other ones each time; with FC_RUNS above 100 it leaves out none.
 */
const stepAfter = (step: number): number => step + (Number(process.env.FC_RUNS ?? 100) > 100 ? 1 : randomInt(1, 4));

/** Defines the tests of processes that are killed. */
export function testKills(suite: Suite): void {
  test('shows nothing of the body of a killed process, and removes what it left', async () => {
    const { store, under } = suite;
    const kill = await under.startPut('killed/put', KILLED_SIZE);
    const leftovers = await under.leftovers();
    expect(leftovers).toBeGreaterThan(0);
    expect(await store.head('killed/put')).toBeUndefined();
    await kill();
    expect(await store.head('killed/put')).toBeUndefined();
    expect(await store.get('killed/put')).toBeUndefined();
    expect((await store.list('killed/')).objects).toEqual([]);
    expect(await store.removeLeftovers(Date.now() - 600_000)).toBe(0);
    expect(await under.leftovers()).toBe(leftovers);
    await expectCleaned();
    await store.put('killed/put', sampleBody(SMALL_SIZE), { content_type, if_absent: true });
  });

  test.each<[Scenario, number]>([
    ['put of a small body', SMALL_SIZE],
    ['put of a large body', LARGE_SIZE],
  ])('has the whole former or the whole new object after a kill at any step of a %s', async (scenario, size) => {
    const key = 'kills/over';
    const [former, next] = [await bytesOf(sampleBody(1_000, 1)), await bytesOf(sampleBody(size, 2))];
    await endAtSteps(scenario, key, async () => {
      await suite.store.put(key, sampleBody(1_000, 1), { content_type });
      return async () => {
        const bytes = await bytesOf((await suite.store.get(key))!.body);
        return bytes.equals(next) ? 'new' : bytes.equals(former) ? 'former' : 'torn';
      };
    });
  });

  test('has no object or the whole one after a kill at any step of a put with if_absent', async () => {
    const key = 'kills/absent';
    const next = await bytesOf(sampleBody(SMALL_SIZE, 2));
    await endAtSteps('put of an absent key', key, async () => {
      await suite.store.remove([key]);
      return async () => {
        const found = await suite.store.get(key);
        return found === undefined ? 'former' : (await bytesOf(found.body)).equals(next) ? 'new' : 'torn';
      };
    });
  });

  test('has a moved object at one of its keys at least after a kill at any step', async () => {
    const key = 'kills/moved';
    const moved = await bytesOf(sampleBody(SMALL_SIZE, 5));
    await endAtSteps('move', key, async () => {
      await suite.store.remove([key]);
      await suite.store.put(`${key}.from`, sampleBody(SMALL_SIZE, 5), { content_type });
      return async () => {
        const [to, from] = [await suite.store.get(key), await suite.store.get(`${key}.from`)];
        for (const found of [to, from]) if (found && !(await bytesOf(found.body)).equals(moved)) return 'torn';
        return to ? 'new' : from ? 'former' : 'torn';
      };
    });
  });

  test('continues an upload after a kill at any step, and loses no acknowledged byte', async () => {
    const { store } = suite;
    const whole = await bytesOf(sampleBody(UPLOAD_SIZE, 3));
    let step = 1;
    for (let isReached = true; isReached; step = stepAfter(step)) {
      expect(step).toBeLessThan(LAST_STEP);
      const key = `kills/upload-${step}`;
      const upload = await store.uploads.create(key, { content_type });
      await store.uploads.append(upload, 0, partOf(0, FIRST_APPEND_SIZE));
      isReached = await suite.under.endAtStep('append and finish', key, step, upload.upload_id);
      if (!(await store.head(key))) {
        const offset = await store.uploads.offset(upload);
        expect(offset).toBeGreaterThanOrEqual(FIRST_APPEND_SIZE);
        await store.uploads.append(upload, offset, partOf(offset, UPLOAD_SIZE));
        expect(await store.uploads.finish(upload)).toBe(UPLOAD_SIZE);
      }
      expect((await bytesOf((await store.get(key))!.body)).equals(whole)).toBe(true);
      await store.remove([key]);
    }
    expect(step).toBeGreaterThan(3);
    await expectCleaned();
    // Each step is a process.
  }, 180_000);

  /** Runs a scenario once for each chosen step; `prepare` returns the function that compares the objects. */
  async function endAtSteps(
    scenario: Scenario,
    key: string,
    prepare: () => Promise<() => Promise<'former' | 'new' | 'torn'>>,
  ): Promise<void> {
    const ends: { step: number; state: 'former' | 'new' | 'torn' }[] = [];
    let step = 1;
    for (let isReached = true; isReached; step = stepAfter(step)) {
      expect(step).toBeLessThan(LAST_STEP);
      const stateOf = await prepare();
      isReached = await suite.under.endAtStep(scenario, key, step);
      ends.push({ step, state: await stateOf() });
    }
    // It is former up to some step, and new from there on.
    expect(ends).toEqual(ends.toSorted((one, other) => one.state.localeCompare(other.state)));
    expect(new Set(ends.map(({ state }) => state))).toEqual(new Set(['former', 'new']));
    await expectCleaned();
  }

  /** Removes all leftovers and asserts that none is left. */
  async function expectCleaned(): Promise<void> {
    await suite.store.removeLeftovers(Date.now() + 60_000);
    expect(await suite.under.leftovers()).toBe(0);
    expect(await suite.store.removeLeftovers(Date.now() + 60_000)).toBe(0);
  }
}
