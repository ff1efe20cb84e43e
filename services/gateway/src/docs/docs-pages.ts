import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { problems } from '@space/contracts/core';
import { VERSION } from '@space/runtime';
import { contentSecurityPolicy, html, htmlDocument, type Part, PLAIN_STYLE, strictPolicy } from '@space/web';
import { asyncApiDocument } from '../asyncapi/document.ts';
import { type Headers, headerList } from '../http/headers.ts';
import { openApiDocument, operatorApiDocument } from '../openapi/document.ts';

/** A document that is the same for every client: its bytes and its headers. */
export interface DocsFile {
  readonly headers: Headers;
  readonly etag: string;
  readonly body: Buffer;
}

/** Returns a document with its ETag. */
export function docsFile(body: Buffer | string, headers: Headers): DocsFile {
  const bytes = Buffer.from(body);
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
  return { headers: [...headers, 'ETag', etag], etag, body: bytes };
}

const json = (value: unknown, headers: Record<string, string> = {}): DocsFile =>
  docsFile(JSON.stringify(value), headerList({ 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', ...headers }));

const POLICY = contentSecurityPolicy(strictPolicy(PLAIN_STYLE));

const page = (title: string, main: Part, extra: Record<string, string> = {}): DocsFile =>
  docsFile(
    htmlDocument({ title, style: PLAIN_STYLE, body: html`<main>\n${main}\n</main>` }),
    headerList({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
      ...extra,
    }),
  );

/** Returns the OpenAPI document. */
export const documentFile = (baseUrl: string): DocsFile => json(openApiDocument(baseUrl));

/** Returns the OpenAPI document of the operations of operators. */
export const operatorDocumentFile = (baseUrl: string): DocsFile => json(operatorApiDocument(baseUrl));

/** Returns the AsyncAPI document. */
export const eventsFile = (baseUrl: string): DocsFile => json(asyncApiDocument(baseUrl));

/** Returns the addresses of the API, for a program; `isOperated` adds the document of operators. */
export const indexFile = (baseUrl: string, isOperated: boolean): DocsFile =>
  json(
    {
      name: 'Space API',
      version: VERSION,
      rest: `${baseUrl}/v1`,
      mcp: `${baseUrl}/v1/mcp`,
      docs: `${baseUrl}/docs`,
      openapi: `${baseUrl}/v1/openapi.json`,
      asyncapi: `${baseUrl}/v1/asyncapi.json`,
      ...(isOperated ? { operator_docs: `${baseUrl}/docs/operator`, operator_openapi: `${baseUrl}/v1/operator/openapi.json` } : {}),
    },
    { Vary: 'Accept' },
  );

/** Returns the addresses of the API, for a person; `isOperated` adds those for operators. */
export const welcomePage = (baseUrl: string, isOperated: boolean): DocsFile =>
  page(
    'Space API',
    html`<h1>Space API</h1>
<p>One workspace that programs operate with a scoped key: REST at <code>${baseUrl}/v1</code>, MCP at <code>${baseUrl}/v1/mcp</code>.</p>
<p><a href="/docs">Reference</a> · <a href="/docs/problems">Problems</a> · <a href="/v1/openapi.json">OpenAPI document</a> · <a href="/v1/asyncapi.json">AsyncAPI document</a></p>${
      isOperated
        ? html`
<p>For operators: <a href="/docs/operator">Reference</a> · <a href="/v1/operator/openapi.json">OpenAPI document</a></p>`
        : ''
    }`,
    { Vary: 'Accept' },
  );

/** Returns the page that explains each problem code: the `type` of every Problem links to it. */
export const problemsPage = (): DocsFile =>
  page(
    'Problems · Space API',
    html`<h1>Problems</h1>
<p>An error is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of these and never changes; its <code>detail</code> describes this occurrence.</p>
${Object.entries(problems).map(
  ([code, { status, title }]) => html`<section id="${code}"><h2>${code} · ${status}</h2><p>${title}.</p></section>\n`,
)}`,
  );

/** An interactive reference: its title, its script, and links to other pages by their text. */
interface Reference {
  readonly title: string;
  readonly script: string;
  readonly links: Readonly<Record<string, string>>;
}

/** Returns an interactive reference. Its policy allows our own scripts and styles and calls to the API, nothing else. */
export const referencePage = (baseUrl: string, { title, script, links }: Reference): DocsFile =>
  docsFile(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
${linkList(links)}<main id="reference"></main>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="${script}"></script>
</body>
</html>
`,
    headerList({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': contentSecurityPolicy({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'", new URL(baseUrl).origin],
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      }),
    }),
  );

/** Returns links to pages in the style of swagger-ui. */
const linkList = (links: Readonly<Record<string, string>>): string =>
  Object.entries(links)
    .map(([path, text]) => `<nav class="swagger-ui"><div class="wrapper sans-serif f6 pv3"><a href="${path}">${text}</a></div></nav>\n`)
    .join('');

/** Returns the script that starts the reference of an OpenAPI document. */
export const startScript = (document: string): DocsFile =>
  docsFile(
    `SwaggerUIBundle({
  url: '${document}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`,
    headerList({ 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }),
  );

const assetTypes = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/** The files of the reference that come from swagger-ui. */
export const assetNames = Object.keys(assetTypes) as (keyof typeof assetTypes)[];

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('swagger-ui-dist/package.json'));

/** Reads a file of swagger-ui. */
export const readAsset = async (name: keyof typeof assetTypes): Promise<DocsFile> =>
  docsFile(await readFile(join(folder, name)), headerList({ 'Content-Type': assetTypes[name], 'Cache-Control': 'public, max-age=86400' }));
