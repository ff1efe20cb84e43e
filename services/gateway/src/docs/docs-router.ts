import { type Request, Router } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { requestContextOf, routeLabels } from '../http/request-context.ts';
import {
  assetNames,
  type DocsFile,
  documentFile,
  indexFile,
  problemsPage,
  readAsset,
  referencePage,
  startScript,
  welcomePage,
} from './docs-pages.ts';

/**
 * Creates the router of the documents that describe the API: the OpenAPI document, the interactive reference and the list of
 * problems. They need no key, and no outside host is asked.
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

  const [index, welcome] = [indexFile(baseUrl), welcomePage(baseUrl)];
  serve('/', (request) => (request.accepts('json', 'html') === 'html' ? welcome : index));
  let document: DocsFile | undefined;
  serve('/v1/openapi.json', () => {
    document ??= documentFile(baseUrl);
    return document;
  });
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
