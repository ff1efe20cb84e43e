import { Problem } from '@space/contracts/core';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { docsRouter } from '../docs/docs-router.ts';
import { beginExchange, exchangeOf } from '../http/request-context.ts';
import { mcpRouter, type OpenMcp } from '../mcp/endpoint.ts';
import { isOauthPath, noOauth } from '../mcp/no-oauth.ts';
import { restRouters } from '../rest/rest-routers.ts';

/**
 * The express app of the API port. Whatever happens, the answer is JSON with a request id, never Express's HTML. `openMcp`
 * puts something else than the tools of a Space behind the MCP endpoint.
 */
export function apiApp(gateway: Gateway, openMcp?: OpenMcp): Express {
  const { respondProblem } = gateway;
  const routers = new Map([...restRouters(gateway), ['mcp', mcpRouter(gateway, openMcp)]]);
  const withoutOauth = noOauth(gateway);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');

  app.use((request: Request, response: Response, next: NextFunction) => {
    beginExchange(request, response);
    request.url = originForm(request.url);
    const router = routers.get(domainOf(request.url));
    if (router) router(request, response, next);
    else next();
  });

  app.use(docsRouter(gateway));

  app.use((request: Request, response: Response) => {
    if (isOauthPath(pathOf(request.url))) withoutOauth(request, response);
    else
      respondProblem(
        exchangeOf(response),
        new Problem('not_found', `There is nothing at ${request.method} ${pathOf(request.url).slice(0, 200)}; the reference is at /docs.`),
      );
  });

  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    respondProblem(exchangeOf(response), isBadPath(error) ? new Problem('invalid', 'The path is not valid percent-encoding.') : error);
  });
  return app;
}

/** A proxy may send the whole URL on the request line (RFC 9112, 3.2.2); routes look at its path. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const parsed = URL.parse(url);
  return parsed ? parsed.pathname + parsed.search : '/';
}

/** The first segment behind `/v1/`. */
function domainOf(url: string): string {
  if (!url.startsWith('/v1/')) return '';
  const end = url.slice(4).search(/[/?]/);
  return end < 0 ? url.slice(4) : url.slice(4, 4 + end);
}

const pathOf = (url: string): string => url.split('?', 1)[0]!;

const isBadPath = (error: unknown): boolean => error instanceof URIError || (error as { status?: number }).status === 400;
