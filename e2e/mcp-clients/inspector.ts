import { type ExecFileOptions, execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { approveClient } from '@space/runtime/testing';
import { freePort } from '../../scripts/brokers/port.ts';

const run = promisify(execFile);
const inspector = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'mcp-inspector');

/** A revision of MCP, as the inspector names it. */
export type ProtocolEra = 'legacy' | 'modern';

/** The tools of an endpoint, and the findings of the inspector in their schemas; undefined without findings. */
export interface Inspection {
  readonly result: { readonly tools: readonly { readonly name: string }[] };
  readonly schemaFindings?: unknown;
}

/** Starts the inspector, which lists the tools of an endpoint. */
const listTools = (url: string, era: ProtocolEra, args: readonly string[], options: ExecFileOptions = {}) =>
  run(
    process.execPath,
    [
      inspector,
      ...['--cli', url, '--transport', 'http', ...args],
      ...['--method', 'tools/list', '--format', 'json', '-q', '--strict', '--protocol-era', era],
    ],
    { timeout: 60_000, maxBuffer: 16 * 1_048_576, encoding: 'utf8', ...options },
  );

/** Lists the tools of an endpoint with a header that gives access. */
export async function inspectWithHeader(url: string, era: ProtocolEra, header: string): Promise<Inspection> {
  const { stdout } = await listTools(url, era, ['--header', header]);
  return JSON.parse(`${stdout}`) as Inspection;
}

/**
 * Lists the tools of an endpoint after a login: the inspector finds the authorization server, registers itself and prints
 * an address, where a person types the key. The person's browser then returns to the inspector.
 */
export async function inspectWithLogin(url: string, era: ProtocolEra, key: string): Promise<Inspection> {
  const home = await mkdtemp(join(tmpdir(), 'space-inspector-'));
  const ended = new AbortController();
  // The inspector asks for a login only where it could open a browser. An empty PATH has none that it could open.
  const env = { HOME: home, PATH: home, MCP_AUTO_OPEN_ENABLED: 'true', MCP_INSPECTOR_SECRET_STORE: 'memory' };
  try {
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const listing = listTools(url, era, ['--relogin', '--callback-url', callback], { env, signal: ended.signal });
    const [{ stdout }] = await Promise.all([listing, logIn(listing.child.stderr!, key)]);
    return JSON.parse(`${stdout}`) as Inspection;
  } finally {
    ended.abort();
    await rm(home, { recursive: true, force: true });
  }
}

/** Opens the address that the inspector prints, allows every scope of the key, and returns to the inspector. */
async function logIn(stderr: Readable, key: string): Promise<void> {
  const callback = await approveClient(await printedAddress(stderr), key);
  const { status } = await fetch(callback);
  if (status !== 200) throw new Error(`The inspector answered its callback with ${status}.`);
}

/** Returns the address of the login. Throws with the output if it ends without one. */
const printedAddress = (stderr: Readable): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    stderr.on('data', (chunk) => {
      output += chunk;
      const address = /^Please navigate to: (\S+)\n/m.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    stderr.once('end', () => reject(new Error(`The inspector printed no address for a login: ${output}`)));
  });
