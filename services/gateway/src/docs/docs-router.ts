import { type Request, Router } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { type Coding, codingOf, isCompressible, VARY_ENCODING, withCoding, withEtag } from '../http/compression.ts';
import { matchingEtag } from '../http/etag.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { requestContextOf, routeLabels } from '../http/request-context.ts';
import {
  assetNames,
  type DocsFile,
  documentFile,
  eventsFile,
  indexFile,
  operatorDocumentFile,
  problemsPage,
  readAsset,
  referencePage,
  startScript,
  welcomePage,
} from './docs-pages.ts';
import { DEFAULT_ICON_PATH, ICON_PATH, iconFile } from './icon.ts';

/**
 * Creates the router of the documents that describe the API: the OpenAPI and the AsyncAPI document, the interactive reference
 * and the list of problems. They need no key, and no outside host is asked.
 */
export function docsRouter(gateway: Gateway): Router {
  const { ports, baseUrl, respond, respondProblem, compress } = gateway;
  const router = Router({ caseSensitive: true, strict: true });

  const compressed = new WeakMap<DocsFile, Map<Coding, DocsFile>>();

  /** Returns the form of a file that a request accepts. A file is compressed once for each coding. */
  async function formOf(file: DocsFile, acceptEncoding: string | string[] | undefined): Promise<DocsFile> {
    const coding = isCompressible(file.headers, file.body.length) ? codingOf(acceptEncoding) : undefined;
    if (!coding) return file;
    const forms = compressed.getOrInsertComputed(file, () => new Map());
    const known = forms.get(coding);
    if (known) return known;
    const body = await compress(file.body, coding, 'file');
    if (!body) return file;
    const form = { headers: withCoding(file.headers, coding), etag: file.etag, body };
    forms.set(coding, form);
    return form;
  }

  function serve(path: string, fileFor: (request: Request) => DocsFile | Promise<DocsFile>): void {
    const labelFor = routeLabels(path);
    const route = router.route(path);
    route.get(async function serveFile(request, response) {
      const context = requestContextOf(response);
      context.route = labelFor(request.method);
      try {
        const file = await fileFor(request);
        const varied = isCompressible(file.headers, file.body.length) ? VARY_ENCODING : [];
        const known = matchingEtag(request.headers['if-none-match'], file.etag);
        if (known !== undefined) return respond(context, 304, [...withEtag(file.headers, known), ...varied], null);
        const { headers, body } = await formOf(file, request.headers['accept-encoding']);
        respond(context, 200, [...headers, ...varied], body);
      } catch (error) {
        respondProblem(context, error);
      }
    });
    route.all(methodNotAllowed(path, ['GET'], gateway));
  }

  /** Serves a document that is large: it is made for the first request. */
  function serveOnceMade(path: string, fileFor: (baseUrl: string) => DocsFile): void {
    let made: DocsFile | undefined;
    serve(path, () => {
      made ??= fileFor(baseUrl);
      return made;
    });
  }

  /** Serves the interactive reference of a document, and its script. */
  function serveReference(path: string, document: string, title: string, links: Readonly<Record<string, string>>): void {
    const start = startScript(document);
    const reference = referencePage(baseUrl, { title, script: `${path}/start.js`, links });
    serve(path, () => reference);
    serve(`${path}/start.js`, () => start);
  }

  const isOperated = ports.config.SPACE_OPERATOR_TOKEN !== undefined;
  const [index, welcome] = [indexFile(baseUrl, isOperated), welcomePage(baseUrl, isOperated)];
  serve('/', (request) => (request.accepts('json', 'html') === 'html' ? welcome : index));
  serveOnceMade('/v1/openapi.json', documentFile);
  serveOnceMade('/v1/asyncapi.json', eventsFile);
  serveReference('/docs', '/v1/openapi.json', 'Reference · Space API', isOperated ? { '/docs/operator': 'Reference for operators' } : {});
  if (isOperated) {
    serveOnceMade('/v1/operator/openapi.json', operatorDocumentFile);
    serveReference('/docs/operator', '/v1/operator/openapi.json', 'Reference for operators · Space API', { '/docs': 'Reference for keys' });
  }
  const problems = problemsPage();
  serve('/docs/problems', () => problems);
  const icon = iconFile();
  serve(ICON_PATH, () => icon);
  serve(DEFAULT_ICON_PATH, () => icon);
  for (const name of assetNames) {
    let asset: Promise<DocsFile> | undefined;
    serve(`/docs/assets/${name}`, () => {
      asset ??= readAsset(name);
      return asset;
    });
  }
  return router;
}
