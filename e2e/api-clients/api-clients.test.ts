import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventTypes } from '@space/contracts/events';
import { nodeModulesWith, pythonWith } from '../../scripts/test/foreign-packages.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';

const INSTALL_MS = 300_000;
const TEST_MS = 120_000;
const clients = import.meta.dirname;

/**
 * The answer of each client: a contact that it created, read and found with a condition (JSON text in the query) and a list of
 * fields, the settings of a column and of a view that it created, and the error for a table that does not exist.
 */
const answered = (email: string) => ({
  made: 'Ada',
  read: email,
  found: [{ name: 'Ada', email }],
  precision: 2,
  stack_by: 'done',
  code: 'not_found',
  status: 404,
});

/** The OpenAPI documents: that of keys and that of operators. */
const documents = ['openapi', 'operator'];

let key: string;
let folder: string;
let python: string;
beforeAll(async () => {
  ({ api_key: key } = await newSpace());
  folder = await mkdtemp(join(tmpdir(), 'api-clients-'));
  python = await pythonWith(join(clients, 'requirements.txt'));
  await symlink(await nodeModulesWith(join(clients, 'package-lock.json')), join(folder, 'node_modules'));
  for (const name of await readdir(join(clients, 'calls'))) await copyFile(join(clients, 'calls', name), join(folder, name));
  const addresses = { openapi: 'openapi.json', operator: 'operator/openapi.json', asyncapi: 'asyncapi.json' };
  for (const [name, path] of Object.entries(addresses))
    await writeFile(join(folder, `${name}.json`), await (await fetch(`${profile.base_url}/${path}`)).text());
  // The generator knows neither of these types, which a caller sends as the content of the request.
  const content_type_overrides = { 'text/csv': 'application/octet-stream', 'application/offset+octet-stream': 'application/octet-stream' };
  await writeFile(join(folder, 'python.json'), JSON.stringify({ post_hooks: [], content_type_overrides }));
  await writeFile(join(folder, 'spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }));
}, INSTALL_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program in the folder. Its failure is an error with all output. */
async function run(program: string, ...options: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, options, { cwd: folder, timeout: TEST_MS, maxBuffer: 16 * 1_048_576 }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${options.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
    },
  );
  return stdout;
}

/** Runs a program of node_modules with this Node. */
const runTool = (tool: string, ...options: string[]): Promise<string> =>
  run(process.execPath, join(folder, 'node_modules', '.bin', tool), ...options);

/** Compiles the generated TypeScript together with the program that calls it with a token, and runs the program. */
async function compileAndCall(program: string, token: string): Promise<unknown> {
  const output = `${program}-output`;
  await runTool(
    'tsc',
    `${program}.ts`,
    ...['--outDir', output, '--strict', '--module', 'commonjs', '--moduleResolution', 'node10', '--target', 'es2022'],
  );
  return JSON.parse(await run(process.execPath, join(output, `${program}.js`), profile.base_url, token));
}

test.each(documents)(
  'redocly finds nothing wrong in the document %s',
  async (name) => {
    const options = ['--extends', 'recommended', '--skip-rule', 'no-server-example.com', '--format', 'json'];
    const { totals } = JSON.parse(await runTool('redocly', 'lint', `${name}.json`, ...options));
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  },
  TEST_MS,
);

test.each(documents)(
  'spectral finds nothing wrong in the document %s',
  async (name) => {
    const options = ['-r', 'spectral.json', '-f', 'json', '-F', 'warn', '-q'];
    expect(JSON.parse(await runTool('spectral', 'lint', `${name}.json`, ...options))).toEqual([]);
  },
  TEST_MS,
);

test(
  'a client with the types of openapi-typescript compiles and calls',
  async () => {
    await runTool('openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.ts');
    expect(await compileAndCall('with_openapi_fetch', key)).toEqual(answered('ada.fetch@example.com'));
  },
  TEST_MS,
);

test(
  'a client with the types of the document of operators compiles and calls',
  async () => {
    await runTool('openapi-typescript', 'operator.json', '-o', 'operator-typescript.ts');
    expect(await compileAndCall('with_operator_fetch', profile.operator_token)).toEqual({
      space: 'Generated',
      keys: ['Reader'],
      code: 'not_found',
      status: 404,
    });
  },
  TEST_MS,
);

test(
  'a client that hey-api generates compiles and calls',
  async () => {
    await runTool('openapi-ts', '-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch');
    expect(await compileAndCall('with_hey_api', key)).toEqual(answered('ada.hey@example.com'));
  },
  TEST_MS,
);

test(
  'a client that openapi-python-client generates has every operation, compiles and calls',
  async () => {
    // It warns of each operation and schema that it leaves out.
    await run(
      join(python, '..', 'openapi-python-client'),
      ...['generate', '--path', 'openapi.json', '--output-path', 'space_api_client', '--meta', 'none', '--config', 'python.json'],
      '--fail-on-warning',
    );
    await run(python, '-m', 'compileall', '-q', 'space_api_client');
    expect(JSON.parse(await run(python, 'with_python.py', profile.base_url, key))).toEqual(answered('ada.python@example.com'));
  },
  TEST_MS,
);

test(
  'the parser of AsyncAPI reads a message for every event type, with samples that fit',
  async () => {
    const output = await run(process.execPath, 'with_asyncapi_parser.mjs');
    expect(JSON.parse(output)).toEqual({ problems: [], messages: [...eventTypes.keys(), 'test'] });
  },
  TEST_MS,
);
