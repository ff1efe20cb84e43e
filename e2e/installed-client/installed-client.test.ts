import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type LosingServer, startLosingServer } from '../../packages/client/test/fixtures/losing-server.ts';
import { codeBlocks } from '../../scripts/documents/code-blocks.ts';
import { nodeModulesWith } from '../../scripts/test/foreign-packages.ts';
import { closeReceivers, newWebhookSpace } from '../journeys/webhook-space.ts';
import { openBrowser } from '../pages/browser.ts';
import { profile } from '../profile.ts';
import { runProgram } from '../program.ts';
import { newSpace } from '../space.ts';

const INSTALL_MS = 300_000;
const TEST_MS = 60_000;
const calls = join(import.meta.dirname, 'calls');
const README = 'packages/client/README.md';

/** The folder of a program outside of this repository, in which the client is installed from its tarball. */
let folder: string;
let installed: string;
let runtimes: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'installed-client-'));
  runtimes = await nodeModulesWith(join(import.meta.dirname, 'package-lock.json'));
  const built = join(folder, 'built');
  const { stdout, stderr } = await runProgram('scripts/client/main.ts', [built], {});
  expect({ name: basename(stdout.trim()), stderr }).toEqual({ name: expect.stringMatching(/^space-client-.*\.tgz$/), stderr: '' });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ...installArguments(built), '--offline', '--no-audit', '--no-fund');
  for (const name of await readdir(calls)) await copyFile(join(calls, name), join(folder, name));
  installed = join(folder, 'node_modules', '@space', 'client');
}, INSTALL_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));
afterAll(closeReceivers);

/** Returns the arguments of the `npm install` of the README, with the folder of the tarball. */
function installArguments(built: string): string[] {
  const command = codeBlocks.find(({ file, text }) => file === README && text.startsWith('npm install '))!;
  return command.text.trim().replace('/path/to', built).split(' ').slice(1);
}

/** Runs a program in the folder, with PATH and HOME only. Its failure is an error with all output. */
async function run(program: string, ...options: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: folder, DENO_NO_UPDATE_CHECK: '1' };
  const { stdout } = await promisify(execFile)(program, options, { cwd: folder, env, timeout: TEST_MS }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${options.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
    },
  );
  return stdout;
}

const binary = (...path: string[]): string => join(runtimes, ...path);
const { platform, arch } = process;

test('the installed client has no dependency, and its modules import each other only', async () => {
  const { dependencies, private: isPrivate } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect({ dependencies, isPrivate }).toEqual({ dependencies: undefined, isPrivate: undefined });
  const files = await readdir(join(installed, 'lib'), { recursive: true });
  const modules = files.filter((name) => name.endsWith('.js') || name.endsWith('.d.ts'));
  const entries = ['index', 'routes', 'webhooks'].flatMap((name) => [`${name}.js`, `${name}.d.ts`]);
  expect(modules).toEqual(expect.arrayContaining(entries));
  expect(modules.filter((name) => name.includes('.test'))).toEqual([]);
  for (const name of modules) {
    const text = await readFile(join(installed, 'lib', name), 'utf8');
    const imports = [...text.matchAll(/^(?:import\s*|(?:import|export)\b[^;'"]*\bfrom\s*)['"]([^'"]+)['"];$/gm)].map((match) => match[1]!);
    if (name.endsWith('.js')) expect(text).not.toMatch(/\b(?:import|require)\(/);
    expect(imports.filter((specifier) => !/^\.\/(?:gen\/)?[\w-]+\.(?:js|ts)$/.test(specifier))).toEqual([]);
  }
});

test(
  'its types compile in a strict program without the types of this repository, and refuse wrong arguments',
  async () => {
    const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    await run(process.execPath, binary('typescript', 'bin', 'tsc'));
  },
  TEST_MS,
);

/** The options of a project that is compiled to CommonJS with the resolution that does not read `exports`. */
const compiledToCommonJs = { strict: true, module: 'commonjs', moduleResolution: 'node10', target: 'es2022', lib: ['es2022', 'dom'] };

test(
  'a program of moduleResolution node10 finds the types of all modules, and its require() loads them on Node 20',
  async () => {
    const options = { ...compiledToCommonJs, types: [], outDir: 'commonjs' };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['types.ts', 'call-node10.ts'] }));
    await run(process.execPath, binary('typescript', 'bin', 'tsc'));
    await writeFile(join(folder, 'commonjs', 'package.json'), JSON.stringify({ type: 'commonjs' }));
    const { api_key } = await newSpace();
    for (const node of [process.execPath, binary(`node-${platform}-${arch}`, 'bin', 'node')]) {
      const output = await run(node, join('commonjs', 'call-node10.js'), profile.base_url, api_key);
      expect(JSON.parse(output)).toEqual({
        code: 'not_found',
        forged: 'WebhookVerificationError',
        call: 'GET https://space.test/v1/contacts/con_1',
      });
    }
  },
  TEST_MS,
);

/** The programs of the documents that import the client, as files of the folder. */
const documented = codeBlocks
  .filter(({ language, text }) => language === 'ts' && text.includes('@space/client'))
  .map(({ file, line, text }) => ({ title: `${file}:${line}`, name: `documented-${line}.ts`, text }));

test(
  'the programs of the documents compile in a strict program',
  async () => {
    const node = 'declare const process: { readonly env: Readonly<Record<string, string | undefined>> };';
    await writeFile(join(folder, 'node.d.ts'), node);
    for (const { name, text } of documented) await writeFile(join(folder, name), text);
    const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] };
    const files = ['node.d.ts', ...documented.map(({ name }) => name)];
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] }, files }));
    await run(process.execPath, binary('typescript', 'bin', 'tsc'));
  },
  TEST_MS,
);

test.each(documented)(
  'the program of $title calls the API, or accepts a signed delivery and refuses a forged one',
  async ({ name, text }) => {
    const { api_key, client, secret, received } = await newWebhookSpace({ event_types: ['contact_created'] });
    await client.contacts.create({ name: 'Grace Hopper', email: 'grace@example.com' });
    const { body, headers } = await received('contact_created');
    await writeFile(join(folder, name), text.replace('http://localhost:8080/v1', profile.base_url));
    const words = [name, api_key, secret, JSON.stringify({ body: String(body), headers })];
    const output = await run(process.execPath, 'run-documented.mjs', ...words);
    const expected = text.includes('createClient')
      ? /^ada@example\.com$.*^404 not_found /ms
      : /^contact_created .*^204 WebhookVerificationError$/ms;
    expect(output).toMatch(expected);
  },
  TEST_MS,
);

/** A delivery as a receiver gets it, with the secret of its webhook. */
function signedDelivery() {
  const secret = 'whsec_test';
  const body = JSON.stringify({ id: 'evt_1', type: 'contact_created', data: { name: 'Ada' } });
  const t = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return { secret, body, headers: { 'Service-Signature': `t=${t},v1=${v1}` } };
}

const findings = {
  names: ['a', 'b', 'c', 'd', 'e'],
  rows: ['Loom'],
  error: [true, 404, 'not_found'],
  repeated: ['con_1', 'con_1'],
  event: 'contact_created',
  forged: 'WebhookVerificationError',
};

/** Expects that each call was repeated once, the POST with the idempotency key of its first attempt. */
function expectRepeated({ received }: LosingServer): void {
  const [, , first, second] = received.map(({ headers }) => headers['idempotency-key']);
  expect(received.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'POST']);
  expect(first).toMatch(/^client-/);
  expect(second).toBe(first);
}

let losing: LosingServer;
beforeEach(async () => {
  losing = await startLosingServer();
});
afterEach(() => losing.close());

describe.each([
  ['the Node of this repository', () => [process.execPath]],
  ['Node 20', () => [binary(`node-${platform}-${arch}`, 'bin', 'node')]],
  [
    'Deno',
    () => [
      binary('@deno', `${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`, 'deno'),
      'run',
      '--allow-net',
      '--allow-env',
      '--no-config',
      '--no-lock',
      '--node-modules-dir=manual',
    ],
  ],
  ['Bun', () => [binary('@oven', `bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}`, 'bin', 'bun')]],
])('with %s', (_name, command) => {
  test(
    'the installed client creates, iterates a list page by page, filters, repeats lost calls, throws SpaceError and verifies a webhook',
    async () => {
      const { api_key } = await newSpace();
      const [program, ...options] = command() as [string, ...string[]];
      const words = [profile.base_url, api_key, JSON.stringify(signedDelivery()), losing.base_url];
      expect(JSON.parse(await run(program, ...options, 'call.mjs', ...words))).toEqual(findings);
      expectRepeated(losing);
    },
    TEST_MS,
  );
});

test(
  'the installed client does the same in a page of a browser, on another origin than the API',
  async () => {
    const { api_key } = await newSpace();
    const server = createServer(async (request, response) => {
      const file = /^\/lib\/(?:gen\/)?[\w-]+\.js$/.test(request.url!) ? join(installed, request.url!) : undefined;
      response.setHeader('content-type', file ? 'text/javascript' : 'text/html');
      response.end(file ? await readFile(file) : '<!doctype html><title>Client</title>');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const imports = { '@space/client': '/lib/index.js', '@space/client/webhooks': '/lib/webhooks.js' };
      await page.addScriptTag({ type: 'importmap', content: JSON.stringify({ imports }) });
      const argv = ['browser', 'call.mjs', profile.base_url, api_key, JSON.stringify(signedDelivery()), losing.base_url];
      await page.evaluate(`globalThis.process = { argv: ${JSON.stringify(argv)} }`);
      const printed = page.waitForEvent('console', (message) => message.type() === 'log');
      await page.addScriptTag({ type: 'module', content: await readFile(join(folder, 'call.mjs'), 'utf8') });
      expect(JSON.parse((await printed).text())).toEqual(findings);
      expectRepeated(losing);
    } finally {
      await browser.close();
      server.close();
    }
  },
  TEST_MS,
);
