import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { problems } from '@space/contracts/core';
import { VERSION } from '@space/runtime';
import { htmlPage } from '../http/html-page.ts';
import { type Headers, headerList } from '../http/respond.ts';
import { openApiDocument } from '../openapi/document.ts';

/** Something that is the same for everybody: its bytes, and the headers that say what it is and how long it is good. */
export interface File {
  readonly headers: Headers;
  readonly etag: string;
  readonly body: Buffer;
}

function file(body: Buffer | string, headers: Headers): File {
  const bytes = Buffer.from(body);
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
  return { headers: [...headers, 'ETag', etag], etag, body: bytes };
}

const json = (value: unknown, headers: Record<string, string> = {}): File =>
  file(JSON.stringify(value), headerList({ 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', ...headers }));

const page = (title: string, main: string, extra: Record<string, string> = {}): File => {
  const { body, headers } = htmlPage(title, main);
  return file(body, [...headers, ...headerList({ 'Cache-Control': 'no-cache', ...extra })]);
};

/** The OpenAPI document. */
export const documentFile = (baseUrl: string): File => json(openApiDocument(baseUrl));

/** Where everything is, for a program. */
export const indexFile = (baseUrl: string): File =>
  json(
    {
      name: 'Space API',
      version: VERSION,
      rest: `${baseUrl}/v1`,
      mcp: `${baseUrl}/v1/mcp`,
      docs: `${baseUrl}/docs`,
      openapi: `${baseUrl}/v1/openapi.json`,
    },
    { Vary: 'Accept' },
  );

/** Where everything is, for a person. */
export const welcomePage = (baseUrl: string): File =>
  page(
    'Space API',
    `<h1>Space API</h1>
<p>One workspace that programs operate with a scoped key: REST at <code>${baseUrl}/v1</code>, MCP at <code>${baseUrl}/v1/mcp</code>.</p>
<p><a href="/docs">Reference</a> · <a href="/docs/problems">Problems</a> · <a href="/v1/openapi.json">OpenAPI document</a></p>`,
    { Vary: 'Accept' },
  );

/** What each code of a refusal means: the address in the `type` of every Problem leads here. */
export const problemsPage = (): File =>
  page(
    'Problems · Space API',
    `<h1>Problems</h1>
<p>A refusal is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of these and never changes; its <code>detail</code> says what was wrong this time.</p>
${Object.entries(problems)
  .map(([code, { status, title }]) => `<section id="${code}"><h2>${code} · ${status}</h2><p>${title}.</p></section>`)
  .join('\n')}`,
  );

/** The interactive reference. It needs scripts and styles of ours, and may call the API it describes; nothing else. */
export const referencePage = (baseUrl: string): File =>
  file(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Space API</title>
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`,
    headerList({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${new URL(baseUrl).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    }),
  );

/** The script that starts the reference. */
export const startScript = (): File =>
  file(
    `SwaggerUIBundle({
  url: '/v1/openapi.json',
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

/** The parts of the reference that a library brings. */
export const assetNames = Object.keys(assetTypes) as (keyof typeof assetTypes)[];

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('swagger-ui-dist/package.json'));

/** Reads one of them. */
export const readAsset = async (name: keyof typeof assetTypes): Promise<File> =>
  file(await readFile(join(folder, name)), headerList({ 'Content-Type': assetTypes[name], 'Cache-Control': 'public, max-age=86400' }));
