import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CHAIN_LIMIT_REACHED } from './run-errors.ts';

test('the runbook quotes the error that ends a chain of automations', () => {
  const runbook = readFileSync(new URL('../../../../docs/runbooks/automation-runs-failing.md', import.meta.url), 'utf8');
  const [, quoted] = /Many with "(Not run: [^"]+)"/.exec(runbook) ?? [];
  expect(quoted).toBeDefined();
  expect(CHAIN_LIMIT_REACHED).toContain(quoted!);
});
