import type { Request, Response } from 'express';
import { PRIVATE } from '../http/headers.ts';
import { requestContextOf, routeLabels } from '../http/request-context.ts';
import type { Respond } from '../http/respond.ts';

/** Paths at which MCP clients look for OAuth after a 401. */
const OAUTH_PATHS =
  /(?:^|\/)\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)(?:\/|$)|^\/(?:v1\/(?:mcp\/)?)?(?:register|authorize|token)$/;

const BODY = JSON.stringify({
  error: 'invalid_request',
  error_description:
    'This path uses Space API keys, not OAuth. Send Authorization: Bearer wks_live_... or x-api-key. Clients of OAuth connect to /v1/mcp/connect.',
});

/** Returns true if a path is one that only a client in search of OAuth requests. */
export const isOauthPath = (path: string): boolean => OAUTH_PATHS.test(path);

/** Returns the handler that answers such a client: the error tells its user to send a key. */
export function oauthNotSupported({ respond }: { readonly respond: Respond }) {
  const labelFor = routeLabels('/.well-known');
  return function answerOauthProbe(request: Request, response: Response): void {
    const context = requestContextOf(response);
    context.route = labelFor(request.method);
    respond(context, 404, [...PRIVATE, 'Content-Type', 'application/json'], BODY);
  };
}
