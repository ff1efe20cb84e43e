import type { Request, Response } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { exchangeOf } from '../http/request-context.ts';
import { PRIVATE } from '../http/respond.ts';
import { routeLabels } from '../http/route-label.ts';

/** Where MCP clients look for OAuth after a 401. */
const ASKED =
  /(?:^|\/)\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)(?:\/|$)|^\/(?:v1\/(?:mcp\/)?)?(?:register|authorize|token)$/;

const BODY = JSON.stringify({
  error: 'invalid_request',
  error_description: 'This server uses Space API keys, not OAuth. Send Authorization: Bearer wks_live_... or x-api-key.',
});

/** Whether a path is one that only a client in search of OAuth asks for. */
export const isOauthPath = (path: string): boolean => ASKED.test(path);

/** Answers such a client with the sentence that a person needs to see. */
export function noOauth({ respond }: Gateway) {
  const labelFor = routeLabels('/.well-known');
  return (request: Request, response: Response): void => {
    const exchange = exchangeOf(response);
    exchange.route = labelFor(request.method);
    respond(exchange, 404, [...PRIVATE, 'Content-Type', 'application/json'], BODY);
  };
}
