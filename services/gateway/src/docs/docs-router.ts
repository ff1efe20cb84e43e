import { type Request, Router } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { otherMethods } from '../http/method-not-allowed.ts';
import { exchangeOf } from '../http/request-context.ts';
import { routeLabels } from '../http/route-label.ts';
import {
  assetNames,
  documentFile,
  type File,
  indexFile,
  problemsPage,
  readAsset,
  referencePage,
  startScript,
  welcomePage,
} from './docs-pages.ts';

/** What describes the API, for anybody: the OpenAPI document, the interactive reference, the list of refusals. No outside host is asked. */
export function docsRouter(gateway: Gateway): Router {
  const { baseUrl, respond, respondProblem } = gateway;
  const router = Router({ caseSensitive: true, strict: true });

  const serve = (path: string, fileFor: (request: Request) => File | Promise<File>): void => {
    const labelFor = routeLabels(path);
    const here = router.route(path);
    here.get(async (request, response) => {
      const exchange = exchangeOf(response);
      exchange.route = labelFor(request.method);
      try {
        const { headers, etag, body } = await fileFor(request);
        const isKnown = request.headers['if-none-match'] === etag;
        respond(exchange, isKnown ? 304 : 200, headers, isKnown ? null : body);
      } catch (error) {
        respondProblem(exchange, error);
      }
    });
    here.all(otherMethods(path, ['GET'], gateway));
  };

  const serveOne = (path: string, file: File): void => serve(path, () => file);
  const [index, welcome] = [indexFile(baseUrl), welcomePage(baseUrl)];
  serve('/', (request) => (request.accepts('json', 'html') === 'html' ? welcome : index));
  let document: File | undefined;
  serve('/v1/openapi.json', () => {
    document ??= documentFile(baseUrl);
    return document;
  });
  serveOne('/docs', referencePage(baseUrl));
  serveOne('/docs/problems', problemsPage());
  serveOne('/docs/start.js', startScript());
  for (const name of assetNames) {
    let asset: Promise<File> | undefined;
    serve(`/docs/assets/${name}`, () => {
      asset ??= readAsset(name);
      return asset;
    });
  }
  return router;
}
