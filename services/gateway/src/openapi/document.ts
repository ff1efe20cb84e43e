import { contracts, publicCatalog } from '@space/contracts/catalog';
import { ProblemBody, type ProblemCode } from '@space/contracts/core';
import { VERSION } from '@space/runtime';
import { type JsonSchema, schemaOf, withoutClosing } from '../operation/json-schema.ts';
import { createComponents } from './components.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { operationObject } from './operation-object.ts';
import { problemCodesOf, sharedProblemResponses } from './problem-responses.ts';

/**
 * Returns the OpenAPI 3.1 document of all operations that a Space key can call over REST; `baseUrl` is the address of the
 * server.
 */
export function openApiDocument(baseUrl: string) {
  const shared = createComponents();
  const codes: ProblemCode[][] = [];
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of publicCatalog) {
    const { route } = entry.operation;
    if (!route) continue;
    codes.push(problemCodesOf(entry.operation, route));
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationObject(entry, route, shared) };
  }
  // Every error response refers to it by its name.
  shared.place(withoutClosing(schemaOf(ProblemBody)) as JsonSchema);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Space API',
      version: VERSION,
      summary: 'One workspace that programs operate with a scoped key.',
      description,
      contact: createContact(baseUrl),
      license: { ...LICENSE, identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [{ url: `${baseUrl}/v1` }],
    security: [{ key: [] }],
    tags: describeTags(),
    paths,
    components: {
      schemas: shared.all(),
      responses: sharedProblemResponses(codes, baseUrl),
      headers: responseHeaders,
      parameters: requestHeaders,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'wks_live_…',
          description: 'A Space API key. It is locked to one Space and to its scopes.',
        },
      },
    },
  };
}

/** The licence of the API, as package.json says. */
export const LICENSE = { name: 'Not licensed for use by others' };

/** Returns the contact for questions about the API at this address. */
export const createContact = (baseUrl: string) => ({ name: 'The provider of this installation', url: baseUrl });

/** Returns each tag once; contracts that share a tag describe it together. */
function describeTags() {
  const used = new Set(publicCatalog.filter(({ operation }) => operation.route).map(({ contract }) => contract));
  const groups = Map.groupBy(
    Object.values(contracts).filter((contract) => used.has(contract)),
    ({ tag }) => tag,
  );
  return [...groups].map(([name, group]) => ({ name, description: group.map(({ description }) => description).join('\n\n') }));
}

const description = `Every request carries \`Authorization: Bearer <key>\` with a Space API key, which is locked to one Space and to its scopes.

- Bodies are JSON; unknown fields are rejected. Times are ISO 8601 in UTC.
- Lists answer \`{data, has_more, next_cursor}\`; pass \`next_cursor\` as \`cursor\` for the next page.
- Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`errors\` lists all invalid fields of a request.
- \`Idempotency-Key\` on a POST makes it happen once, however often it is sent; \`?dry_run=true\` on a change validates and answers it, and stores nothing.
- The same operations are tools of the MCP server at \`/mcp\`.`;
