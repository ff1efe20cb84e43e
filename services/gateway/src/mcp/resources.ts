import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { guides } from './tools/guides.ts';

const PREFIX = 'space://guides/';
const MARKDOWN = 'text/markdown';

/** Serves the guides as resources, for hosts that let people add a resource to a conversation. They are the same for every key. */
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
