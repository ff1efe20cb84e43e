import { Problem } from '@space/contracts/core';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Gateway } from '../call/gateway.ts';
import type { DocsFile } from '../docs/docs-pages.ts';
import { iconFile } from '../docs/icon.ts';
import { withEtag } from '../http/compression.ts';
import { matchingEtag } from '../http/etag.ts';
import { headerList, PRIVATE } from '../http/headers.ts';
import { type RequestContext, requestContextOf, routeLabels, startRequest } from '../http/request-context.ts';
import type { IdentityProvider } from '../identities/identity-provider.ts';
import type { LiveStreams } from '../live/live-streams.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { createInvitations } from '../people/accept-invitation.ts';
import type { Passwords } from '../people/passwords.ts';
import type { SessionCookie } from '../people/session-cookie.ts';
import { withNextHash } from '../people/session-key.ts';
import { newSessionSecret } from '../people/session-store.ts';
import { createSignIn } from '../people/sign-in.ts';
import type { SignInLimits } from '../people/sign-in-limits.ts';
import { consoleRouters } from '../rest/rest-routers.ts';
import type { ConsoleAuthenticator } from './console-authenticator.ts';
import type { ConsoleFile, ConsoleFiles } from './console-files.ts';
import { parseConsolePath } from './console-path.ts';
import { documentHeaders, shellHeaders } from './console-policy.ts';
import { liveRoute, spaceOfLivePath } from './live-route.ts';
import { messagePage, SIGN_IN_POLICY } from './sign-in-pages.ts';
import { signInRouter } from './sign-in-router.ts';
import { SIGN_IN_SCRIPT_PATH, signInScriptFile } from './sign-in-script.ts';

/** The parts of the console. */
export interface ConsoleParts {
  readonly authenticator: ConsoleAuthenticator;
  readonly cookie: SessionCookie;
  /** The address of the console, without a slash at its end. */
  readonly consoleUrl: string;
  /** The address of the public origin, whose pages the console frames. */
  readonly publicUrl: string;
  readonly passwords: Passwords;
  readonly signInLimits: SignInLimits;
  readonly passkeys: Passkeys;
  readonly provider: IdentityProvider | undefined;
  readonly files: ConsoleFiles;
  readonly live: LiveStreams;
}

/** Headers of every answer of the console; no other origin may read one. */
const CONSOLE_HEADERS = headerList({ 'X-Content-Type-Options': 'nosniff' });

const shellLabels = routeLabels('/console');
const assetLabels = routeLabels('/console/assets');

/**
 * Creates the express app of the console, an origin of its own: the browser app, the pages that sign people in, and the REST API with the
 * cookie of a session in place of a key. No other origin reads that cookie.
 */
export function createConsoleApp(gateway: Gateway, parts: ConsoleParts): Express {
  const { consoleUrl, publicUrl, files } = parts;
  const { respond, respondProblem } = gateway;
  const own = new URL(consoleUrl);
  const { space, person } = consoleRouters(withSessions(gateway, parts));
  const openLive = liveRoute(gateway, parts.authenticator, parts.live);
  const shellHead = shellHeaders({ consoleUrl, publicUrl, apiUrl: gateway.baseUrl });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');

  app.use(function routeRest(request: Request, response: Response, next: NextFunction) {
    startRequest(request, response, CONSOLE_HEADERS);
    const liveSpace = spaceOfLivePath(request.url);
    if (liveSpace !== undefined) return void openLive(request, response, liveSpace);
    const path = parseConsolePath(request.url);
    if (!path) return next();
    const router = (path.space_id === undefined ? person : space).get(firstSegment(path.rest));
    const context = requestContextOf(response);
    const notFound = () =>
      respondProblem(
        context,
        new Problem('not_found', `There is nothing at ${request.method} ${request.originalUrl.split('?')[0]!.slice(0, 200)}.`),
      );
    if (!router) return notFound();
    const target = request.url;
    request.url = path.rest;
    router(request, response, function restore(error?: unknown) {
      request.url = target;
      if (error) next(error);
      else notFound();
    });
  });

  app.use(function redirectToOwnHost(request: Request, response: Response, next: NextFunction) {
    const { method, headers } = request;
    // Cookies are of a host, so `127.0.0.1` in place of `localhost` would look signed out.
    if ((method !== 'GET' && method !== 'HEAD') || headers.host === own.host || !isSameMachine(headers.host, own)) return next();
    gateway.respond(requestContextOf(response), 307, [...PRIVATE, 'Location', `${own.origin}${request.url}`], null);
  });

  app.use(
    signInRouter(gateway, {
      ...parts,
      signIn: createSignIn(gateway.ports, parts.passwords, parts.signInLimits, gateway.networks.networkOf),
      invitations: createInvitations(gateway.ports.database, gateway.ports.clock, gateway.ports.bus),
    }),
  );

  app.use(function serveFile(request: Request, response: Response, next: NextFunction) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const context = requestContextOf(response);
    const path = request.path;
    const accepted = request.headers['accept-encoding'];
    const asset = ownFile(path) ?? files.asset(path, accepted);
    context.route = (asset ? assetLabels : shellLabels)(request.method);
    if (asset) return sendFile(context, asset, documentHeaders(consoleUrl));
    if (path.startsWith('/assets/'))
      return respondProblem(context, new Problem('not_found', 'This file is not part of the console; reload the page.'));
    const shell = files.shell(accepted);
    if (shell) return sendFile(context, shell, shellHead);
    const headers = ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', SIGN_IN_POLICY, ...documentHeaders(consoleUrl)];
    respond(context, 503, [...PRIVATE, ...headers], notBuiltPage());
  });

  app.use(function respondNotFound(request: Request, response: Response) {
    respondProblem(
      requestContextOf(response),
      new Problem('not_found', `There is nothing at ${request.method} ${request.path.slice(0, 200)}.`),
    );
  });

  app.use(function respondError(error: unknown, _request: Request, response: Response, _next: NextFunction) {
    const isBadPath = error instanceof URIError || (error as { status?: number }).status === 400;
    respondProblem(requestContextOf(response), isBadPath ? new Problem('invalid', 'The path is not valid percent-encoding.') : error);
  });
  return app;

  function sendFile(context: RequestContext, file: ConsoleFile, more: readonly string[]): void {
    const known = matchingEtag(context.request.headers['if-none-match'], file.etag);
    if (known !== undefined) respond(context, 304, [...withEtag(file.headers, known), ...more], null);
    else respond(context, 200, [...file.headers, ...more], file.body);
  }
}

/** Returns a file that the console has whether or not the browser app is built. */
const ownFile = (path: string): DocsFile | undefined =>
  path === '/icon.svg' ? iconFile() : path === SIGN_IN_SCRIPT_PATH ? signInScriptFile() : undefined;

/** Returns the gateway with sessions in place of keys. */
const withSessions = (
  gateway: Gateway,
  { authenticator: { call, watch }, cookie }: Pick<ConsoleParts, 'authenticator' | 'cookie'>,
): Gateway => ({
  ...gateway,
  authenticator: { ...gateway.authenticator, rest: (request) => call(request as Request), watch },
  renewSession(key) {
    const { secret, hash } = newSessionSecret();
    return { key: withNextHash(key, hash), cookie: cookie.store(secret) };
  },
});

/** Returns the first segment after `/v1/`. */
const firstSegment = (path: string): string => path.slice(4).split(/[/?]/, 1)[0]!;

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Returns true when a host and a URL are two names of one port of this machine. */
const isSameMachine = (host: string | undefined, { host: ownHost, port }: URL): boolean =>
  host !== undefined && LOOPBACK.test(host) && LOOPBACK.test(ownHost) && host.endsWith(`:${port}`);

const notBuiltPage = (): string =>
  messagePage(
    'The console is not built',
    'Run npm run console in the folder of the installation, then reload this page. Everything else works.',
    {
      href: '/',
      text: 'Reload',
    },
  );
