import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { secretScan } from './secret-scan.ts';

const KEY = `wks_live_${'k'.repeat(20)}`;
const SIGNING_SECRET = `whsec_${'s'.repeat(20)}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'space-scan-'));
  await mkdir(join(folder, 'data'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function scanOf(name: string, text: string) {
  const file = join(folder, name);
  await writeFile(file, text);
  const lines: string[] = [];
  const tally = await secretScan(folder, [], (line) => lines.push(line));
  return { tally, lines: lines.join('\n') };
}

test.each(['gateway.log', 'data/space.log', 'data/space.log.1'])(
  'a secret in %s is one failed test that names the file and the number of secrets',
  async (name) => {
    const { tally, lines } = await scanOf(name, `{"msg":"${KEY} ${SIGNING_SECRET}"}\n`);
    expect(tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(lines).toContain(`${name} contains 2`);
    expect(lines).not.toContain('kkkk');
    expect(lines).not.toContain('ssss');
  },
);

test('redacted secrets, and the key and the setup link in the banner of a start, are one passed test', async () => {
  const link = `http://localhost:8082/setup/wks_invite_${'i'.repeat(20)}`;
  const text = `  Console     ${link}\n  API key     ${KEY}\n  curl -H "Authorization: Bearer ${KEY}"\n{"msg":"wks_live_[redacted] whsec_[redacted]"}\n`;
  expect((await scanOf('standalone.log', text)).tally).toEqual({ passed: 1, failed: 0, skipped: 0 });
});
