import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { connectOauthClient } from '@space/runtime/testing';
import { pythonWith } from '../../scripts/test/foreign-packages.ts';
import { oauthOrigin } from '../oauth-origin.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const clients = import.meta.dirname;
const INSTALL_MS = 300_000;

let key: string;
let python: string;
beforeAll(async () => {
  ({ api_key: key } = await newSpace());
  python = await pythonWith(join(clients, 'requirements.txt'));
}, INSTALL_MS);

test.each(['with_mcp.py', 'with_fastmcp.py'])(
  'the Python client %s connects, lists and calls tools, and reads an error as a sentence',
  async (file) => {
    const { stdout } = await run(python, [join(clients, file), profile.mcp_url, key], { timeout: 60_000 });
    const { tools, made, refused, why } = JSON.parse(stdout);
    expect(tools).toEqual(expect.arrayContaining(['search_tools', 'call_tool', 'contacts']));
    expect(made).toMatchObject({ name: 'Ada' });
    expect([refused, why]).toEqual([true, 'There is no contact "con_nobody" in this Space.']);
  },
  90_000,
);

test.each([
  ['of 2025 with a key', 'legacy', async () => ({ url: profile.mcp_url, header: `x-api-key: ${key}` })],
  ['of 2026 with a key', 'modern', async () => ({ url: profile.mcp_url, header: `x-api-key: ${key}` })],
  [
    'of 2026 with an access token',
    'modern',
    async () => {
      const origin = await oauthOrigin();
      const { tokens } = await connectOauthClient(origin, key);
      return { url: `${origin}/v1/mcp/connect`, header: `Authorization: Bearer ${tokens.access_token}` };
    },
  ],
])(
  'the MCP inspector accepts the tools in the revision %s and finds nothing in their schemas',
  async (_years, era, connection) => {
    const inspector = join(root, 'node_modules', '.bin', 'mcp-inspector');
    const { url, header } = await connection();
    const { stdout } = await run(
      process.execPath,
      [
        inspector,
        ...['--cli', url, '--transport', 'http', '--header', header],
        ...['--method', 'tools/list', '--format', 'json', '-q', '--strict', '--protocol-era', era],
      ],
      { timeout: 60_000, maxBuffer: 16 * 1_048_576 },
    );
    const { result, schemaFindings } = JSON.parse(stdout);
    expect(result.tools.length).toBeGreaterThan(10);
    expect(schemaFindings).toBeUndefined();
  },
  90_000,
);
