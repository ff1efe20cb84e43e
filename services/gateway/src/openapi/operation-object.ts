import type { CatalogEntry } from '@space/contracts/catalog';
import { type Operation, pathParameters, type Route } from '@space/contracts/core';
import { hasDryRunParameter, supportsDryRun } from '../operation/dry-run.ts';
import { inputSchemaOf, type JsonSchema, outputSchemaOf } from '../operation/json-schema.ts';
import { collectionOfCreated } from '../operation/readable-collections.ts';
import { undoNote } from '../operation/undo-note.ts';
import type { Components } from './components.ts';
import { inputExample, outputExample } from './example.ts';
import { problemCodesOf, problemResponses } from './problem-responses.ts';

/** Returns the OpenAPI operation object of one entry of the catalog. */
export function operationObject({ id, contract, operation }: CatalogEntry, route: Route, shared: Components) {
  const { method, path } = route;
  const input = shared.place(inputSchemaOf(operation, 'programs'));
  const inPath = pathParameters(path);
  const rest = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name));
  const inBody = method === 'POST' || method === 'PATCH';
  const example = inputExample(operation, contract);
  return {
    operationId: id,
    tags: [contract.tag],
    summary: operation.summary,
    description: describe(operation),
    security: [{ [operation.audience === 'operator' ? 'operator' : 'key']: [] }],
    ...(operation.scope === undefined ? {} : { 'x-space-scope': operation.scope }),
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        ...describedParameter(input.properties?.[name] ?? {}),
        example: example[name],
      })),
      ...(inBody ? [] : rest.map(([name, schema]) => queryParameter(name, schema, input.required?.includes(name) ?? false, example[name]))),
      ...uploadParameters(operation, rest),
      ...sharedParameters(method, operation),
    ],
    ...(inBody && rest.length > 0 ? { requestBody: requestBody(operation, input, rest, example) } : {}),
    responses: {
      [String(route.status)]: {
        description: successes[route.status],
        headers: successHeaders(route, operation),
        content: operation.content
          ? { 'application/octet-stream': { schema: fileSchema('application/octet-stream') } }
          : {
              'application/json': {
                schema: shared.place(outputSchemaOf(operation, 'programs')),
                example: outputExample(operation, contract),
              },
              ...(operation.download ? { [operation.download.media_type]: { schema: fileSchema(operation.download.media_type) } } : {}),
            },
      },
      ...(operation.content
        ? {
            '206': {
              description: 'The part that Range asks for',
              content: { 'application/octet-stream': { schema: fileSchema('application/octet-stream') } },
            },
          }
        : {}),
      ...((operation.versioned || operation.content) && method === 'GET'
        ? {
            '304': {
              description: 'Not modified: the version of If-None-Match is current',
              headers: { ETag: { $ref: '#/components/headers/ETag' } },
            },
          }
        : {}),
      ...problemResponses(problemCodesOf(operation, route)),
    },
  };
}

const successes = { 200: 'Done', 201: 'Created', 202: 'Accepted: done asynchronously' } as const;

function describe(operation: Operation): string {
  const { description, scope, any_key, audience, emits, upload } = operation;
  const events = (emits ?? []).map(({ type }) => `\`${type}\``).join(', ');
  const raw =
    upload &&
    `The body may also be the text of \`${upload.field}\` with \`Content-Type: ${upload.media_type}\`; the other fields are query parameters then.`;
  const needs = audience === 'operator' ? 'Needs the operator token.' : any_key ? 'Needs no scope.' : `Needs the scope \`${scope}\`.`;
  return [description, raw, undoNote(operation), needs, events && `Emits: ${events}.`].filter(Boolean).join('\n\n');
}

function describedParameter({ description, ...schema }: JsonSchema) {
  return { ...(description ? { description } : {}), schema };
}

/**
 * Returns a query parameter: lists of scalars are comma-separated, objects are JSON text (rest/query-string.ts parses them).
 * JSON text is a string with a `contentSchema`, because generated clients serialize or omit a parameter with `content` in other ways.
 */
function queryParameter(name: string, schema: JsonSchema, required: boolean, example: unknown) {
  const { description, ...plain } = schema;
  const structured =
    plain.type === 'object' ||
    plain.$ref !== undefined ||
    (plain.type === 'array' && typeof plain.items === 'object' && (plain.items.type === 'object' || plain.items.$ref !== undefined));
  return {
    name,
    in: 'query',
    required,
    ...(description ? { description: structured && !description.startsWith('JSON') ? `JSON: ${description}` : description } : {}),
    ...(structured
      ? {
          schema: { type: 'string', contentMediaType: 'application/json', contentSchema: plain },
          ...(example === undefined ? {} : { example: JSON.stringify(example) }),
        }
      : {
          ...(plain.type === 'array' ? { style: 'form', explode: false } : {}),
          schema: plain,
          ...(example === undefined ? {} : { example }),
        }),
  };
}

function sharedParameters(method: Route['method'], operation: Operation) {
  const { versioned = false } = operation;
  const names = [
    'RequestId',
    ...(method === 'POST' ? ['IdempotencyKey'] : []),
    ...(hasDryRunParameter(operation) ? ['DryRun'] : []),
    ...((versioned || operation.content) && method === 'GET' ? ['IfNoneMatch'] : []),
    ...(operation.content ? ['Range'] : []),
    ...(versioned && method !== 'GET' ? ['IfMatch'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Returns the query parameters of a raw body; with a JSON body they stand in the body. */
const uploadParameters = ({ upload }: Operation, rest: readonly (readonly [string, JsonSchema])[]) =>
  upload
    ? rest
        .filter(([name]) => name !== upload.field)
        .map(([name, { default: _default, ...schema }]) =>
          queryParameter(
            name,
            { ...schema, description: `${schema.description ?? ''} (with a ${upload.media_type} body)`.trim() },
            false,
            undefined,
          ),
        )
    : [];

function requestBody(
  { upload }: Operation,
  input: JsonSchema,
  rest: readonly (readonly [string, JsonSchema])[],
  example: Readonly<Record<string, unknown>>,
) {
  const required = (input.required ?? []).filter((name) => rest.some(([field]) => field === name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(rest),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema,
        example: Object.fromEntries(Object.entries(example).filter(([name]) => rest.some(([field]) => field === name))),
      },
      ...(upload ? { [upload.media_type]: { schema: { type: 'string', minLength: 1 }, example: example[upload.field] } } : {}),
    },
  };
}

function successHeaders(route: Route, operation: Operation) {
  const { method } = route;
  const { versioned = false } = operation;
  const names = [
    'X-Request-Id',
    ...(operation.audience === undefined ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(collectionOfCreated(operation, route) !== undefined ? ['Location'] : []),
    ...((versioned || operation.content) && method !== 'DELETE' ? ['ETag'] : []),
    ...(method === 'POST' ? ['Idempotent-Replayed'] : []),
    ...(supportsDryRun(operation) ? ['Dry-Run'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Returns the schema of a file: text, or the format that generators of clients use for bytes. */
const fileSchema = (media_type: string) =>
  media_type === 'application/octet-stream' ? { type: 'string', format: 'binary' } : { type: 'string' };
