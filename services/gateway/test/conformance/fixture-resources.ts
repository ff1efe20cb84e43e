import { type ReadResourceResult, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { PNG } from './fixture-content.ts';

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

const resources: Readonly<Record<string, ReadResourceResult['contents'][number]>> = {
  'test://static-text': {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { uri: 'test://static-binary', mimeType: 'image/png', blob: PNG },
};

/** Serves the resources of the suite: text, bytes, and one that is made of a template. */
export function serveResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({
    resources: Object.values(resources).map(({ uri, mimeType }) => ({ uri, mimeType, name: uri, description: 'A resource of the suite' })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const resource = resources[uri] ?? fromTemplate(uri);
    if (!resource) throw new ResourceNotFoundError(uri);
    return { contents: [resource] };
  });
}

function fromTemplate(uri: string) {
  const id = TEMPLATE.exec(uri)?.[1];
  return id === undefined
    ? undefined
    : { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
}
