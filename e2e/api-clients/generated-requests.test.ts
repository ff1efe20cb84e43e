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
const TEST_MS = 300_000;
const EVERY_OPERATION = 'every operation';

const refusals: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../scripts/schemathesis/refusals.json'), 'utf8'),
);

test('every listed refusal has an operation, a code and a reason', () => {
  const ids = new Set(publicCatalog.map(({ id }) => id));
  expect(Object.keys(refusals).filter((id) => id !== EVERY_OPERATION && !ids.has(id))).toEqual([]);
  for (const [refusal, reason] of Object.values(refusals).flatMap((listed) => Object.entries(listed))) {
    expect(refusal).toMatch(/^(?:[a-z_.]*(?:\*|[a-z_]) )?(?:[a-z_]+|\*)$/);
    expect(reason).toMatch(/^[A-Z].{10,}[^.]$/);
  }
});

test(
  'requests that schemathesis derives from the document get the answers that it declares, and no refusal that is not listed',
  async () => {
    const { api_key } = await newSpace();
    const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
    // Two processes of one worker each: the parser of Python 3.11 fails in threads (python/cpython#106905).
    const shares = [
      ['--include-method', 'GET'],
      ['--exclude-method', 'GET'],
    ];
    try {
      const options = ['--phases', 'examples,coverage', '--mode', 'positive', '--workers', '1', '--seed', '1', '--warnings', 'off'];
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
