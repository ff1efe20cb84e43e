import { expect } from '@jest/globals';
import type { ApiResponse } from './api-response.ts';
import { profile } from './profile.ts';

/** The schema and examples of a body, by media type. */
export type Content = Readonly<
  Record<
    string,
    { readonly schema: object; readonly example?: unknown; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
  >
>;

/** A part of the document, or a reference to one. */
export type OrRef<T> = T | { readonly $ref: string };

/** The declaration of one operation in the document. */
interface DeclaredOperation {
  readonly operationId: string;
  readonly parameters?: readonly OrRef<{
    readonly name: string;
    readonly in: string;
    readonly schema?: object;
    readonly example?: unknown;
  }>[];
  readonly requestBody?: OrRef<{ readonly content: Content }>;
  readonly responses: Readonly<Record<string, OrRef<{ readonly content?: Content }>>>;
}

/** The OpenAPI document, reduced to the fields that the tests read. */
export interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>;
}

let document: Promise<Document> | undefined;

/** Returns GET /v1/openapi.json, cached. */
export const openApi = (): Promise<Document> => (document ??= load());

async function load(): Promise<Document> {
  const response = await fetch(`${profile.base_url}/openapi.json`);
  expect(response.status).toBe(200);
  return (await response.json()) as Document;
}

/** Returns a part of the document and resolves a reference. */
export function resolveRef<T extends object>(document: Document, part: OrRef<T>): T {
  if (!('$ref' in part)) return part;
  const names = part.$ref.replace(/^#\//, '').split('/');
  return names.reduce((node: unknown, name) => (node as Record<string, unknown>)[name], document) as T;
}

/** Fails if the document does not declare the status, media type or code of a response. */
export async function expectDeclared(method: string, path: string, { status, headers, body }: ApiResponse): Promise<void> {
  const document = await openApi();
  const operation = operationAt(document, method, path);
  if (!operation) return;
  const { operationId, responses } = operation;
  const declared = responses[status];
  if (!declared)
    throw new Error(`${operationId} answered ${status} ${body?.code}; openapi.json declares ${Object.keys(responses).join(', ')}.`);
  if (body === undefined) return;
  const { content = {} } = resolveRef(document, declared);
  const mediaType = headers.get('content-type')!.split(';')[0]!;
  const here = content[mediaType] ?? content['application/octet-stream'];
  if (!here)
    throw new Error(`${operationId} answered ${status} as ${mediaType}; openapi.json declares ${Object.keys(content).join(', ')}.`);
  if (status < 400) return;
  const codes = Object.keys(here.examples ?? {});
  if (!codes.includes(body.code))
    throw new Error(`${operationId} answered ${status} ${body.code}; openapi.json names ${codes.join(', ')}.`);
}

const templates = new Map<string, RegExp>();

/** Returns the pattern of a path template such as `/contacts/{id}`. */
function patternOf(template: string): RegExp {
  const pattern = templates.get(template) ?? new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  templates.set(template, pattern);
  return pattern;
}

function operationAt({ paths }: Document, method: string, path: string): DeclaredOperation | undefined {
  const [requested = ''] = path.split('?');
  const template = Object.keys(paths).find((one) => patternOf(one).test(requested));
  return template === undefined ? undefined : paths[template]![method.toLowerCase()];
}
