import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { publicCatalog } from '@space/contracts/catalog';
import { runSchemathesis } from '../../scripts/schemathesis/run.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';

const RUN_SECONDS = 60;
/** Random requests per operation, valid and invalid ones. */
const RANDOM_REQUESTS = 3;
const TEST_MS = 300_000;
const EVERY_OPERATION = 'every operation';

const refusals: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../scripts/schemathesis/refusals.json'), 'utf8'),
);

test('every listed refusal has an operation, a code and a reason', () => {
  const ids = new Set(publicCatalog.map(({ id }) => id));
  expect(Object.keys(refusals).filter((id) => id !== EVERY_OPERATION && !ids.has(id))).toEqual([]);
  for (const [refusal, reason] of Object.values(refusals).flatMap((listed) => Object.entries(listed))) {
    expect(refusal).toMatch(/^(?:[a-z_0-9.]*(?:\*|[a-z_0-9]) )?(?:[a-z_]+|\*)$/);
    expect(reason).toMatch(/^[A-Z].{10,}[^.]$/);
  }
});

test(
  'requests that schemathesis derives from the document get the answers that it declares: a valid one no refusal that is not listed, an invalid one a refusal',
  async () => {
    const { api_key } = await newSpace();
    const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
    // Two processes of one worker each: the parser of Python 3.11 fails in threads (python/cpython#106905).
    const shares = [
      ['--include-method', 'GET'],
      ['--exclude-method', 'GET'],
    ];
    try {
      // The document declares no links. Schemathesis infers two thousand, of which a minute covers few, so the phase `stateful` is left
      // to `npm run schemathesis`. One worker, one seed and a number of examples make a run repeatable; the time only ends it early.
      const options = [
        ...['--phases', 'examples,coverage,fuzzing', '--mode', 'all', '--max-examples', String(RANDOM_REQUESTS)],
        ...['--workers', '1', '--seed', '1', '--warnings', 'off'],
      ];
      const results = await Promise.all(
        shares.map((share) =>
          runSchemathesis({
            base_url: profile.base_url,
            api_key,
            options: [...options, '--max-time', String(RUN_SECONDS), ...share],
            folder,
            stdio: 'pipe',
          }),
        ),
      );
      const failures = results.filter(({ code }) => code !== 0).map(({ output }) => output);
      if (failures.length > 0) throw new Error(failures.join('\n'));
      for (const { output } of results) expect(output).toMatch(/[1-9]\d{2,} generated/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  TEST_MS,
);
