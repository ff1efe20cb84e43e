import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { freshDatabase } from '@space/database/testing';
import { eventually } from '@space/runtime/testing';
import * as Y from 'yjs';
import { openEditor, type TestEditor } from './fixtures/live-editor.ts';
import { callsOf, newLiveSpace } from './fixtures/live-gateways.ts';

const EDITORS = 4;
const KILLS = 1;

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts a process with a gateway and library; resolves with its address. */
async function startProcess(url: string, objects: string): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./fixtures/run-live.ts', import.meta.url)), url, objects], {
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const address = await new Promise<string>((ready, failed) => {
    child.stdout!.once('data', (data: Buffer) => ready(data.toString().trim()));
    child.once('exit', (code) => failed(new Error(`The process ended with ${code} before it was ready.`)));
  });
  return { child, address };
}

test('a process that is killed while people type has stored all that it confirmed, and the rest comes with the next connection', async () => {
  const { url, drop } = await freshDatabase();
  const objects = await mkdtemp(join(tmpdir(), 'space-live-'));
  let { child, address } = await startProcess(url, objects);
  const space = await newLiveSpace(address);
  const key = space.api_key;
  const docs = Array.from({ length: EDITORS }, () => new Y.Doc());
  let turn = 0;

  async function openAll(): Promise<TestEditor[]> {
    const editors = await Promise.all(
      docs.map(async (doc) => openEditor(await space.address({ at: address, with: callsOf(address, key) }), doc)),
    );
    await Promise.all(editors.map(({ synced }) => synced));
    return editors;
  }

  async function storedVector(): Promise<Map<number, number>> {
    const { body } = await callsOf(address, key)('GET', `/documents/${space.document}/updates`);
    return Y.decodeStateVector(Y.encodeStateVectorFromUpdate(Buffer.from(body.updates[0].update_base64, 'base64')));
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    const editors = await openAll();
    const atKill = turn + 30;
    for (; turn < atKill; turn += 1) {
      for (const [n, editor] of editors.entries()) editor.type(`<${n}.${turn}>`);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    // In the middle: some changes are confirmed, and others are on their way.
    await eventually(() => expect(Math.max(...editors.map((editor) => editor.stored().clock))).toBeGreaterThan(0));
    child.kill('SIGKILL');
    await Promise.all(editors.map(({ closed }) => closed));
    const confirmed = editors.map((editor) => ({ client: editor.doc.clientID, clock: editor.stored().clock }));
    ({ child, address } = await startProcess(url, objects));
    const stored = await storedVector();
    for (const { client, clock } of confirmed) expect(stored.get(client) ?? 0).toBeGreaterThanOrEqual(clock);
  }
  const editors = await openAll();
  await eventually(() => expect(new Set(editors.map((editor) => editor.text())).size).toBe(1));
  const text = editors[0]!.text();
  for (let n = 0; n < EDITORS; n += 1) for (let past = 0; past < turn; past += 1) expect(text.split(`<${n}.${past}>`)).toHaveLength(2);
  for (const editor of editors) editor.close();
  child.kill('SIGKILL');
  await rm(objects, { recursive: true, force: true });
  await drop();
});
