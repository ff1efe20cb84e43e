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
const SEQUENCES_SECONDS = 20;
/** The domains of sequences: each operation is called alone first, so with all of them the time is over before the first id is passed on. */
const SEQUENCES_PATHS = '^/(?:contacts|tags|audiences)';
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

/** Options of a run: one worker and one seed. */
const runOf = (phases: string, seconds: number): string[] => [
  ...['--phases', phases, '--mode', 'all', '--max-time', String(seconds)],
  ...['--workers', '1', '--seed', '1', '--warnings', 'off'],
];

/** Runs schemathesis in a new Space, one process for each list of further options. Throws its report of failures; returns what it printed. */
async function outputsOf(options: readonly string[], shares: readonly (readonly string[])[] = [[]]): Promise<string[]> {
  const { api_key } = await newSpace();
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
  try {
    const runs = shares.map((share) =>
      runSchemathesis({ base_url: profile.base_url, api_key, options: [...options, ...share], folder, stdio: 'pipe' }),
    );
    const results = await Promise.all(runs);
    const failures = results.filter(({ code }) => code !== 0).map(({ output }) => output);
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return results.map(({ output }) => output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test(
  'requests that schemathesis derives from the document get the answers that it declares: a valid one no refusal that is not listed, an invalid one a refusal',
  async () => {
    // Two processes of one worker each: the parser of Python 3.11 fails in threads (python/cpython#106905).
    const shares = [
      ['--include-method', 'GET'],
      ['--exclude-method', 'GET'],
    ];
    // A number of examples makes the run repeatable; the time only ends it early.
    const options = [...runOf('examples,coverage,fuzzing', RUN_SECONDS), '--max-examples', String(RANDOM_REQUESTS)];
    for (const output of await outputsOf(options, shares)) expect(output).toMatch(/[1-9]\d{2,} generated/);
  },
  TEST_MS,
);

test(
  'sequences of calls that pass ids of answers on get the answers that the document declares',
  async () => {
    // The document declares no links; schemathesis infers two thousand of them, which take hours. The ids in the answers differ in
    // each run, so two runs send different requests. The list of refusals is checked where requests repeat, and by `npm run schemathesis`.
    const options = [
      ...runOf('stateful', SEQUENCES_SECONDS),
      '--exclude-checks',
      'refusal_is_listed',
      '--include-path-regex',
      SEQUENCES_PATHS,
    ];
    const [output] = await outputsOf(options);
    expect(output).toMatch(/API Links: +[1-9]\d* covered/);
    // A loaded machine sends some dozens in the time.
    expect(output).toMatch(/[1-9]\d+ generated/);
  },
  TEST_MS,
);
