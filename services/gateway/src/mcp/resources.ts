import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import type { Dispatcher } from '../call/dispatch.ts';
import type { McpSession } from './call-tool.ts';
import { guides } from './tools/guides.ts';

const PREFIX = 'space://guides/';
const MARKDOWN = 'text/markdown';

const COUNTED: ReadonlySet<unknown> = new Set(['resources/list', 'resources/read']);

/** Counts each request of a body that lists or reads guides, like a call of a tool. Throws `limited` above the rate of the key. */
export async function admitGuideRequests({ admit }: Pick<Dispatcher, 'admit'>, body: unknown, { context, key }: McpSession): Promise<void> {
  if (!admit) return;
  for (const one of Array.isArray(body) ? body : [body])
    if (COUNTED.has((one as { method?: unknown } | null)?.method)) await admit(context, key);
}

/**
 * Serves the guides as resources, for hosts that let people add a resource to a conversation. They are the same for every key
 * (contract, M6).
 */
export function serveGuides(server: Server): void {
  server.setRequestHandler('resources/list', () => ({
    resources: [...guides.values()].map(({ name, title }) => ({ uri: `${PREFIX}${name}`, name, title, mimeType: MARKDOWN })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const guide = uri.startsWith(PREFIX) ? guides.get(uri.slice(PREFIX.length)) : undefined;
    if (!guide) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: MARKDOWN, text: guide.text }] };
  });
}
