import { type CatalogEntry, contracts, operatorCatalog, publicCatalog } from '@space/contracts/catalog';
import { type ByteDoor, ProblemBody, type ProblemCode } from '@space/contracts/core';
import { byteDoors } from '@space/contracts/uploads';
import { VERSION } from '@space/runtime';
import { type JsonSchema, schemaOf, withoutClosing } from '../operation/json-schema.ts';
import { doorPathItem, doorProblems } from './byte-door-object.ts';
import { createComponents } from './components.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { operationObject } from './operation-object.ts';
import { problemCodesOf, sharedProblemResponses } from './problem-responses.ts';

/** The part of an OpenAPI document that depends on its readers: programs with a Space key, or operators. */
interface Audience {
  readonly entries: readonly CatalogEntry[];
  readonly doors: readonly ByteDoor[];
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  /** The security scheme by its name. */
  readonly securitySchemes: Readonly<Record<string, object>>;
}

/**
 * Returns the OpenAPI 3.1 document of all operations that a Space key can call over REST; `baseUrl` is the address of the
 * server.
 */
export const openApiDocument = (baseUrl: string) =>
  documentOf(baseUrl, {
    entries: publicCatalog,
    doors: byteDoors.filter(({ origin }) => origin === 'api'),
    title: 'Space API',
    summary: 'One workspace that programs operate with a scoped key.',
    description,
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'wks_live_…',
        description: 'A Space API key. It is locked to one Space and to its scopes.',
      },
    },
  });

/** Returns the OpenAPI 3.1 document of all operations that need the operator token. */
export const operatorApiDocument = (baseUrl: string) =>
  documentOf(baseUrl, {
    entries: operatorCatalog,
    doors: [],
    title: 'Space API for operators',
    summary: 'Spaces, keys, agents, storage limits and connected accounts of an installation.',
    description: operatorDescription,
    securitySchemes: {
      operator: { type: 'http', scheme: 'bearer', description: 'The operator token of the installation. It belongs to no Space.' },
    },
  });

function documentOf(baseUrl: string, { entries, doors, title, summary, description, securitySchemes }: Audience) {
  const shared = createComponents();
  const codes: ProblemCode[][] = [];
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of entries) {
    const { route } = entry.operation;
    if (!route) continue;
    codes.push(problemCodesOf(entry.operation, route));
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationObject(entry, route, shared) };
  }
  for (const door of doors) {
    codes.push(...doorProblems(door));
    paths[door.path.replaceAll(/:(\w+)/g, '{$1}')] = doorPathItem(door);
  }
  const responses = sharedProblemResponses(codes, baseUrl);
  // Every error response refers to it by its name.
  shared.place(withoutClosing(schemaOf(ProblemBody)) as JsonSchema);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: VERSION,
      summary,
      description,
      contact: createContact(baseUrl),
      license: { ...LICENSE, identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [{ url: `${baseUrl}/v1` }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: describeTags(entries),
    paths,
    components: {
      schemas: shared.all(),
      responses,
      headers: referenced(responseHeaders, { paths, responses }, 'headers'),
      parameters: referenced(requestHeaders, { paths }, 'parameters'),
      securitySchemes,
    },
  };
}

/** Returns the shared parts of a kind that a part of the document refers to. */
function referenced<T>(parts: Readonly<Record<string, T>>, document: object, kind: string): Record<string, T> {
  const text = JSON.stringify(document);
  return Object.fromEntries(Object.entries(parts).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

/** The licence of the API, as package.json says. */
export const LICENSE = { name: 'Not licensed for use by others' };

/** Returns the contact for questions about the API at this address. */
export const createContact = (baseUrl: string) => ({ name: 'The provider of this installation', url: baseUrl });

/** Returns each tag once; contracts that share a tag describe it together. */
function describeTags(entries: readonly CatalogEntry[]) {
  const used = new Set(entries.filter(({ operation }) => operation.route).map(({ contract }) => contract));
  const groups = Map.groupBy(
    Object.values(contracts).filter((contract) => used.has(contract)),
    ({ tag }) => tag,
  );
  return [...groups].map(([name, group]) => ({ name, description: group.map(({ description }) => description).join('\n\n') }));
}

const description = `Every request carries \`Authorization: Bearer <key>\` with a Space API key, which is locked to one Space and to its scopes.

- Bodies are JSON; unknown fields are rejected. Times in answers are ISO 8601 in UTC. A request takes an instant with any offset, or a local time with its zone: \`2026-12-01T09:00[Europe/Berlin]\`.
- Lists answer \`{data, has_more, next_cursor}\`; pass \`next_cursor\` as \`cursor\` for the next page.
- Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`errors\` lists all invalid fields of a request.
- \`Idempotency-Key\` on a POST makes it happen once, however often it is sent; \`?dry_run=true\` on a change validates and answers it, and stores nothing.
- The same operations are tools of the MCP server at \`/mcp\`.`;

const operatorDescription = `Every request carries \`Authorization: Bearer <operator token>\`. No Space key reaches these operations.

- Bodies are JSON; unknown fields are rejected. Times are ISO 8601 in UTC, also in requests.
- Lists answer \`{data, has_more, next_cursor}\`; pass \`next_cursor\` as \`cursor\` for the next page.
- Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`.
- \`Idempotency-Key\` on a POST makes it happen once.`;
