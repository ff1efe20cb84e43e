import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ConsoleFiles, readConsoleFiles } from './console-files.ts';

let folder: string;
let files: ConsoleFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
  await mkdir(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', 'plain page'],
    ['index.html.br', 'brotli page'],
    ['index.html.gz', 'gzip page'],
    ['assets/main-1a.js', 'plain script'],
    ['assets/main-1a.js.br', 'brotli script'],
    ['assets/logo.png', 'picture'],
    ['.stamp', 'no file of the console'],
  ])
    await writeFile(join(folder, name!), text!);
  files = await readConsoleFiles(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the body and the headers of a file that a request gets. */
const shown = (file: ReturnType<ConsoleFiles['asset']>) =>
  file && {
    body: String(file.body),
    ...Object.fromEntries(
      file.headers.flatMap((value, at) => (at % 2 === 0 ? [[value.toLowerCase(), file.headers[at + 1]] as const] : [])),
    ),
  };

test('a request gets the form of a file that was compressed beforehand and that it accepts', () => {
  expect(shown(files.shell('gzip, deflate, br'))).toMatchObject({
    body: 'brotli page',
    'content-encoding': 'br',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  });
  expect(shown(files.shell('gzip'))).toMatchObject({ body: 'gzip page', 'content-encoding': 'gzip' });
  const plain = shown(files.shell(undefined));
  expect(plain).toMatchObject({ body: 'plain page', vary: 'Accept-Encoding' });
  expect(plain).not.toHaveProperty('content-encoding');
});

test('a file without the form that a request accepts is sent as it is, and a file with a hash in its name is stored for ever', () => {
  expect(shown(files.asset('/assets/main-1a.js', 'br'))).toMatchObject({
    body: 'brotli script',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(shown(files.asset('/assets/main-1a.js', 'gzip'))).toMatchObject({ body: 'plain script' });
  expect(shown(files.asset('/assets/logo.png', 'br'))).not.toHaveProperty('vary');
});

test.each(['/index.html', '/.stamp', '/assets/main-1a.js.br', '/assets/../index.html', '/assets/', '/etc/passwd'])(
  'the path %s is no file of the console',
  (path) => {
    expect(files.asset(path, 'br')).toBeUndefined();
  },
);

test('a console that is not built has no file', async () => {
  const none = await readConsoleFiles(join(folder, 'missing'));
  expect([none.shell('br'), none.asset('/assets/main-1a.js', 'br')]).toEqual([undefined, undefined]);
});
