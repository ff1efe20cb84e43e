import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { pythonWith } from '../../scripts/test/foreign-packages.ts';
import { oauthOrigin } from '../oauth-origin.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { type Inspection, inspectWithHeader, inspectWithLogin } from './inspector.ts';

const run = promisify(execFile);
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
);

test(
  'Semantic Kernel loads every tool at the address for it, and calls tools by use_tool',
  async () => {
    const kernel = await pythonWith(join(clients, 'semantic-kernel', 'requirements.txt'));
    const url = `${profile.mcp_url}?call_tool=use_tool`;
    const { stdout } = await run(kernel, [join(clients, 'with_semantic_kernel.py'), url, key], { timeout: 90_000 });
    const { tools, made, why, warnings } = JSON.parse(stdout);
    expect(tools).toEqual(expect.arrayContaining(['search_tools', 'use_tool', 'contacts']));
    expect(made).toMatchObject({ name: 'Ada' });
    expect([why, warnings]).toEqual(['There is no contact "con_nobody" in this Space.', []]);
  },
  INSTALL_MS,
);

const connectUrl = async () => `${await oauthOrigin()}/v1/mcp/connect`;

test.each<[way: string, inspect: () => Promise<Inspection>]>([
  ['of 2025 with a key', () => inspectWithHeader(profile.mcp_url, 'legacy', `x-api-key: ${key}`)],
  ['of 2026 with a key', () => inspectWithHeader(profile.mcp_url, 'modern', `x-api-key: ${key}`)],
  ['of 2025 after a login by OAuth', async () => inspectWithLogin(await connectUrl(), 'legacy', key)],
  ['of 2026 after a login by OAuth', async () => inspectWithLogin(await connectUrl(), 'modern', key)],
])('the MCP inspector accepts the tools in the revision %s and finds nothing in their schemas', async (_way, inspect) => {
  const { result, schemaFindings } = await inspect();
  expect(result.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['search_tools', 'call_tool', 'contacts']));
  expect(schemaFindings).toBeUndefined();
});
