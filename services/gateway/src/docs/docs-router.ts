import { type Request, Router } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { requestContextOf, routeLabels } from '../http/request-context.ts';
import {
  assetNames,
  type DocsFile,
  documentFile,
  eventsFile,
  indexFile,
  problemsPage,
  readAsset,
  referencePage,
  startScript,
  welcomePage,
} from './docs-pages.ts';

/**
 * Creates the router of the documents that describe the API: the OpenAPI and the AsyncAPI document, the interactive reference
 * and the list of problems. They need no key, and no outside host is asked.
 */
export function docsRouter(gateway: Gateway): Router {
  const { baseUrl, respond, respondProblem } = gateway;
  const router = Router({ caseSensitive: true, strict: true });

  function serve(path: string, fileFor: (request: Request) => DocsFile | Promise<DocsFile>): void {
    const labelFor = routeLabels(path);
    const route = router.route(path);
    route.get(async function serveFile(request, response) {
      const context = requestContextOf(response);
      context.route = labelFor(request.method);
      try {
        const { headers, etag, body } = await fileFor(request);
        const isUnchanged = request.headers['if-none-match'] === etag;
        respond(context, isUnchanged ? 304 : 200, headers, isUnchanged ? null : body);
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

  const [index, welcome] = [indexFile(baseUrl), welcomePage(baseUrl)];
  serve('/', (request) => (request.accepts('json', 'html') === 'html' ? welcome : index));
  serveOnceMade('/v1/openapi.json', documentFile);
  serveOnceMade('/v1/asyncapi.json', eventsFile);
  const [reference, problems, script] = [referencePage(baseUrl), problemsPage(), startScript()];
  serve('/docs', () => reference);
  serve('/docs/problems', () => problems);
  serve('/docs/start.js', () => script);
  for (const name of assetNames) {
    let asset: Promise<DocsFile> | undefined;
    serve(`/docs/assets/${name}`, () => {
      asset ??= readAsset(name);
      return asset;
    });
  }
  return router;
}
