import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openObjectStore } from '@space/object-store';
import { describeObjectStore } from '@space/object-store/conformance';
import { putAndGet, start, startPut } from './fixtures/processes.ts';

describeObjectStore('in a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'space-objects-'));
  return {
    open: () => openObjectStore({ folder }),
    async leftovers() {
      const names = await Promise.all(['incoming', 'uploads'].map((name) => readdir(join(folder, name))));
      return names.flat().length;
    },
    async endAtStep(scenario, key, step, upload_id = '') {
      const child = start('run-scenario.ts', [folder, scenario, key, String(step), upload_id]);
      const [code, signal] = await once(child, 'exit');
      if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The scenario failed with code ${code}.`);
      return signal === 'SIGKILL';
    },
    startPut: (key, bytes) => startPut({ folder }, key, bytes),
    putAndGet: (key, bytes) => putAndGet({ folder }, key, bytes),
    close: () => rm(folder, { recursive: true }),
  };
});
