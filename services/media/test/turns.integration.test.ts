import { expect, test } from '@jest/globals';
import { processingWorks } from '@space/contracts/assets';
import { isoTime, sql } from '@space/database';
import { HOUR_MS } from '@space/time';
import { claimJobs } from '../src/jobs/claim-jobs.queries.ts';
import { type MediaSpace, useMedia } from './fixtures/media-service.ts';
import { jpegWithPlace } from './fixtures/pictures.ts';

const media = useMedia({ isIdle: true });

/** Inserts pictures that wait in a Space. */
async function insertWaiting({ id }: MediaSpace, count: number): Promise<void> {
  const now = isoTime(media.ports.clock.now());
  await media.ports.database.query(sql.typeAlias('void')`
    with files as (
      insert into library.asset_object (space_id, sha256, size, is_stored)
      select ${id}, lpad(to_hex(n), 64, '0'), 10, true from generate_series(1, ${count}) as n returning space_id, sha256
    )
    insert into library.asset_processing (space_id, sha256, work, content_type, size, status, due_at, created_at)
    select space_id, sha256, 'picture', 'image/png', 10, 'pending', ${now}::timestamptz, ${now}::timestamptz from files`);
}

/** Claims works and returns the names of their Spaces. */
async function claim(names: ReadonlyMap<string, string>, limit: number): Promise<string[]> {
  const now = media.ports.clock.now();
  const jobs = await claimJobs(media.ports.database, processingWorks, { now: isoTime(now), until: isoTime(now + HOUR_MS) }, limit);
  return jobs.map(({ space_id }) => names.get(space_id)!).toSorted();
}

test('a Space with 10,000 waiting files holds up no file of another Space', async () => {
  const [many, one, other] = [media.newSpace(), media.newSpace(), media.newSpace()];
  const names = new Map([
    [many.id, 'many'],
    [one.id, 'one'],
    [other.id, 'other'],
  ]);
  await insertWaiting(many, 10_000);
  expect(await claim(names, 1)).toEqual(['many']);
  media.ports.clock.advance(1_000);
  await insertWaiting(one, 3);
  await other.create('photo.jpg', await jpegWithPlace(31, 31));
  const next = [await claim(names, 1), await claim(names, 1)].flat();
  expect(next.toSorted()).toEqual(['one', 'other']);
  expect(await claim(names, 1)).toEqual(['many']);
  expect(await claim(names, 1)).toEqual(['one']);
  expect(await claim(names, 3)).toEqual(['many', 'many', 'one']);
  expect(await claim(names, 4)).toEqual(['many', 'many', 'many', 'many']);
});

test('processes that claim at the same time get different works, the oldest of a Space first', async () => {
  const [one, other] = [media.newSpace(), media.newSpace()];
  await insertWaiting(one, 20);
  media.ports.clock.advance(HOUR_MS / 2);
  await insertWaiting(other, 20);
  const now = media.ports.clock.now();
  const time = { now: isoTime(now), until: isoTime(now + HOUR_MS) };
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimJobs(media.ports.database, processingWorks, time, 4)));
  const mine = claims.flat().filter(({ space_id }) => space_id === one.id || space_id === other.id);
  expect(new Set(mine.map(({ space_id, sha256 }) => `${space_id} ${sha256}`)).size).toBe(mine.length);
  expect(mine.filter(({ space_id }) => space_id === one.id).length).toBeGreaterThanOrEqual(8);
  expect(mine.filter(({ space_id }) => space_id === other.id).length).toBeGreaterThanOrEqual(8);
});
