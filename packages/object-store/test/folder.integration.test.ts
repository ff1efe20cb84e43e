import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createFolderStore, ObjectStoreUnavailable, openObjectStore } from '@space/object-store';
import { bytesOf, describeObjectStore, sampleBody } from '@space/object-store/conformance';
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

describe('createFolderStore', () => {
  const content_type = 'text/plain';
  const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'space-objects-'));

  test('opens a folder again with what is in it', async () => {
    const folder = await newFolder();
    await (await createFolderStore(folder)).put('a/b', sampleBody(10), { content_type });
    const store = await createFolderStore(folder);
    expect(await store.head('a/b')).toMatchObject({ content_type, size: 10 });
    await rm(folder, { recursive: true });
  });

  test('throws ObjectStoreUnavailable for a path that is not a folder, a file of another program, and a folder that vanished', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'file'), '');
    await expect(createFolderStore(join(folder, 'file'))).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    const store = await createFolderStore(folder);
    await store.put('a', sampleBody(10), { content_type });
    await writeFile(join(folder, 'objects', 'a+', 'a'), 'of another program');
    for (const call of [store.head('a'), store.get('a')]) await expect(call).rejects.toMatchObject({ reason: 'failed' });
    await rename(folder, `${folder}-elsewhere`);
    for (const call of [
      store.put('b', sampleBody(10), { content_type }),
      store.uploads.create('b', { content_type }),
      store.removeLeftovers(0),
    ])
      await expect(call).rejects.toMatchObject({ name: 'ObjectStoreUnavailable', reason: 'unreachable' });
    await rm(`${folder}-elsewhere`, { recursive: true });
  });

  test('loads no client of S3', () => {
    const program = `
      import { createRequire, Module } from 'node:module';
      import { openObjectStore } from '@space/object-store';
      const loaded = () => Object.keys(Module._cache).filter((file) => file.includes('/@aws-sdk/')).length;
      const folder = process.argv[1];
      await openObjectStore({ folder });
      const before = loaded();
      await openObjectStore({ bucket: 'b', region: 'r' });
      process.stdout.write(JSON.stringify([before, loaded() > 0]));`;
    const folder = join(tmpdir(), `space-objects-import-${process.pid}`);
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program, folder];
    const output = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual([0, true]);
    return rm(folder, { recursive: true });
  });

  const testAsRoot = process.getuid?.() === 0 ? test : test.skip;
  testAsRoot(
    'throws ObjectStoreUnavailable on a full disk, shows nothing of the body, and continues an upload when it has space',
    async () => {
      const disk = await newFolder();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]);
      try {
        const store = await createFolderStore(disk);
        const [size, whole] = [3 * 1_048_576, 2 * 1_048_576];
        await store.put('first', sampleBody(whole), { content_type });
        const full = { name: 'ObjectStoreUnavailable', reason: 'full' };
        await expect(store.put('second', sampleBody(size), { content_type })).rejects.toMatchObject(full);
        expect(await store.head('second')).toBeUndefined();
        expect(await readdir(join(disk, 'incoming'))).toEqual([]);
        const upload = await store.uploads.create('third', { content_type });
        await expect(store.uploads.append(upload, 0, sampleBody(size))).rejects.toMatchObject(full);
        await store.remove(['first']);
        const offset = await store.uploads.offset(upload);
        const bytes = await bytesOf(sampleBody(size));
        await store.uploads.append(
          upload,
          offset,
          (async function* rest() {
            yield bytes.subarray(offset);
          })(),
        );
        await store.uploads.finish(upload);
        expect((await bytesOf((await store.get('third'))!.body)).equals(bytes)).toBe(true);
      } finally {
        execFileSync('umount', ['--lazy', disk]);
        await rm(disk, { recursive: true });
      }
    },
  );
});
