import { Problem } from '@space/contracts/core';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { createByteDoor } from '../bytes/byte-door.ts';
import type { Gateway } from '../call/gateway.ts';
import { docsRouter } from '../docs/docs-router.ts';
import { countUnchecked } from '../http/count-unchecked.ts';
import { requestContextOf, startRequest } from '../http/request-context.ts';
import { type LoadMcpHandler, mcpRouter } from '../mcp/endpoint.ts';
import { isOauthPath, oauthNotSupported } from '../mcp/no-oauth.ts';
import { createOauth } from '../oauth/oauth-routers.ts';
import { CONNECT_PATH, MCP_PATH, oauthUrls } from '../oauth/oauth-urls.ts';
import { restRouters } from '../rest/rest-routers.ts';

/**
 * Creates the express app of the API port. Every answer is JSON with a request id, never Express's HTML. `loadMcp` loads
 * the handler of the MCP endpoint.
 */
export function createApiApp(gateway: Gateway, loadMcp: LoadMcpHandler): Express {
  const { respondProblem } = gateway;
  const urls = oauthUrls(gateway.baseUrl);
  const mcpPaths = [
    { path: MCP_PATH, authenticate: gateway.authenticator.mcp },
    {
      path: CONNECT_PATH,
      authenticate: (request: Request) => gateway.authenticator.accessToken(request, urls.resource_metadata),
    },
  ];
  const oauth = createOauth(gateway, urls);
  const routers = new Map([...restRouters(gateway), ['mcp', mcpRouter(gateway, loadMcp, mcpPaths)], ['oauth', oauth.router]]);
  if (gateway.ports.objects) routers.set('uploads', createByteDoor(gateway));
  const answerOauthProbe = oauthNotSupported(gateway);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');

  app.use(function routeByDomain(request: Request, response: Response, next: NextFunction) {
    startRequest(request, response);
    request.url = originForm(request.url);
    const router = routers.get(domainOf(request.url));
    if (router) router(request, response, next);
    else next();
  });

  app.use(countUnchecked(gateway));
  app.use(oauth.wellKnownRouter);
  app.use(docsRouter(gateway));

  app.use(function respondNotFound(request: Request, response: Response) {
    const path = pathOf(request.url);
    if (isOauthPath(path)) return answerOauthProbe(request, response);
    const problem = new Problem('not_found', `There is nothing at ${request.method} ${path.slice(0, 200)}; the reference is at /docs.`);
    respondProblem(requestContextOf(response), problem);
  });

  app.use(function respondError(error: unknown, _request: Request, response: Response, _next: NextFunction) {
    respondProblem(
      requestContextOf(response),
      isBadPath(error) ? new Problem('invalid', 'The path is not valid percent-encoding.') : error,
    );
  });
  return app;
}

/** Returns the path and query of a request target. A proxy may send the whole URL on the request line (RFC 9112, 3.2.2). */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const parsed = URL.parse(url);
  return parsed ? parsed.pathname + parsed.search : '/';
}

/** Returns the first segment after `/v1/`. */
function domainOf(url: string): string {
  if (!url.startsWith('/v1/')) return '';
  const end = url.slice(4).search(/[/?]/);
  return end < 0 ? url.slice(4) : url.slice(4, 4 + end);
}

const pathOf = (url: string): string => url.split('?', 1)[0]!;

const isBadPath = (error: unknown): boolean => error instanceof URIError || (error as { status?: number }).status === 400;
