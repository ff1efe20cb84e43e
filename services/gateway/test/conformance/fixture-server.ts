import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { OpenMcp } from '../../src/mcp/endpoint.ts';
import { answeringBy } from '../../src/mcp/sdk-handler.ts';
import { flowState } from './fixture-inputs.ts';
import { servePrompts } from './fixture-prompts.ts';
import { serveResources } from './fixture-resources.ts';
import { fixtureTools } from './fixture-tools.ts';

const HINT = { ttlMs: 60_000, cacheScope: 'private' } as const;

const NO_ARGUMENTS = { type: 'object' } as const;

/** Puts what the conformance suite calls for behind the MCP endpoint, in place of the tools of a Space. */
export const openFixtures: OpenMcp = async ({ ports }) => answeringBy(fixtureServer, ports.log);

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
