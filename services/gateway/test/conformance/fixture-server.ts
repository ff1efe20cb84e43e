import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { LoadMcpHandler } from '../../src/mcp/endpoint.ts';
import { createSdkHandler } from '../../src/mcp/sdk-handler.ts';
import { flowState } from './fixture-inputs.ts';
import { servePrompts } from './fixture-prompts.ts';
import { serveResources } from './fixture-resources.ts';
import { fixtureTools } from './fixture-tools.ts';

const HINT = { ttlMs: 60_000, cacheScope: 'private' } as const;

const NO_ARGUMENTS = { type: 'object' } as const;

/** Loads the tools, resources and prompts of the conformance suite in place of the tools of a Space. */
export const loadFixtures: LoadMcpHandler = async ({ ports }) => createSdkHandler(fixtureServer, ports.log);

function fixtureServer(): Server {
  const server = new Server(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
      cacheHints: {
        'tools/list': HINT,
        'prompts/list': HINT,
        'resources/list': HINT,
        'resources/templates/list': HINT,
        'resources/read': HINT,
      },
      requestState: { verify: flowState.verify },
    },
  );
  serveTools(server);
  serveResources(server);
  servePrompts(server);
  return server;
}

function serveTools(server: Server): void {
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(fixtureTools).map(([name, { description, inputSchema = NO_ARGUMENTS }]) => ({
      name,
      description,
      inputSchema,
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = fixtureTools[params.name];
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}.`);
    return tool.call(context, server.getClientCapabilities() ?? {});
  });
}
