import { deadlineFromNow, parseBody } from '@space/bus';
import { MAX_CLIENT_METADATA_BYTES } from '@space/contracts/platform';
import { isoTime, runInCallScope } from '@space/database';
import { metrics } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { plainPolicy } from '@space/web';
import { type Request, type Response, Router } from 'express';
import { GRANT_REVOKED } from '../auth/access-token-store.ts';
import { hashOfSecret } from '../auth/secret-token.ts';
import type { Gateway } from '../call/gateway.ts';
import { countUnchecked } from '../http/count-unchecked.ts';
import { type Headers, headerList, PRIVATE } from '../http/headers.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { type RequestContext, requestContextOf, routeLabels } from '../http/request-context.ts';
import { readFormFields } from '../public/form-fields.ts';
import { revokeGrant } from '../settings/grants.queries.ts';
import { type BrowserAnswer, createAuthorize } from './authorize.ts';
import { parseClientMetadata } from './client.ts';
import { consentErrorPage, pageContextOf } from './consent-page.ts';
import { findTokenOwner } from './grants.queries.ts';
import { resourceMetadata, serverMetadata } from './metadata.ts';
import { createOauthClients } from './oauth-clients.ts';
import { OauthError, toOauthError } from './oauth-error.ts';
import { optionalField, requiredField } from './oauth-fields.ts';
import { OAUTH_PATH, type OauthUrls, RESOURCE_METADATA_PATH } from './oauth-urls.ts';
import { createTokenGrants } from './token-grants.ts';

/** The routers of the authorization server. */
export interface Oauth {
  /** The endpoints below OAUTH_PATH. */
  readonly router: Router;
  /** The documents by which clients find the endpoints. */
  readonly wellKnownRouter: Router;
}

/** The answer of an endpoint. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** One method of an endpoint: it answers, and says how an error is answered. */
interface EndpointMethod {
  act(context: RequestContext): Promise<Answer>;
  refuse(error: OauthError, context: RequestContext): Answer;
}

const JSON_HEADERS: Headers = [...PRIVATE, 'Content-Type', 'application/json'];

/**
 * Creates the authorization server of this installation (OAuth 2.1). A client finds it by the metadata of the resource, registers
 * or names its metadata document, and sends a person to the consent page. The person types a Space API key and chooses scopes. The
 * client gets a code, and for the code tokens that stand for the key. All secrets are random, stored hashed and shown once. There is no
 * sign-in and no cookie, so no page has a power that a form of another site could use.
 */
export function createOauth(gateway: Gateway, urls: OauthUrls): Oauth {
  const { baseUrl, networks, ports, respond } = gateway;
  const { bus, clock, database, log } = ports;
  const clients = createOauthClients(gateway);
  const authorize = createAuthorize(gateway, clients, urls);
  const tokens = createTokenGrants(ports, urls.resource);
  const readRegistration = gateway.createBodyReader(MAX_CLIENT_METADATA_BYTES);
  const router = Router({ caseSensitive: true, strict: true });
  router.use(countUnchecked(gateway));

  function serve(name: string, methods: Readonly<Partial<Record<'get' | 'post', EndpointMethod>>>): void {
    const path = `${OAUTH_PATH}/${name}`;
    const labelFor = routeLabels(path);
    const route = router.route(path);
    for (const [method, { act, refuse }] of Object.entries(methods))
      route[method as 'get' | 'post'](async function serveEndpoint(request: Request, response: Response) {
        const context = requestContextOf(response);
        context.route = labelFor(request.method);
        const { status, headers, body } = await answerOf(name, context, act, refuse);
        respond(context, status, headers, body);
      });
    const allowed = Object.keys(methods).map((method) => method.toUpperCase());
    route.all(methodNotAllowed(path, allowed, gateway));
  }

  async function answerOf(
    endpoint: string,
    context: RequestContext,
    act: EndpointMethod['act'],
    refuse: EndpointMethod['refuse'],
  ): Promise<Answer> {
    const scope = { space_id: '', visitor_network: networks.networkOf(context.request), deadline: deadlineFromNow() };
    try {
      const answer = await runInCallScope(scope, () => act(context));
      metrics.oauthRequests.inc({ endpoint, outcome: 'ok' });
      return answer;
    } catch (error) {
      const known = toOauthError(error, context, log);
      metrics.oauthRequests.inc({ endpoint, outcome: known.code });
      return refuse(known, context);
    }
  }

  /** A method that programs call: the answer and the error are JSON. */
  const forPrograms = (act: (context: RequestContext) => Promise<unknown>, status = 200): EndpointMethod => ({
    act: async (context) => ({ status, headers: JSON_HEADERS, body: JSON.stringify(await act(context)) }),
    refuse: ({ code, message, status, headers }) => ({
      status,
      headers: [...JSON_HEADERS, ...headers],
      body: JSON.stringify({ error: code, error_description: message }),
    }),
  });

  /** A method that a browser calls: the answer is a page or a redirect, and the error is a page. */
  const forBrowsers = (act: (context: RequestContext) => Promise<BrowserAnswer>): EndpointMethod => ({
    act: async (context) => browserAnswer(await act(context)),
    refuse(error, context) {
      const page = pageContextOf(context);
      const headers = [...pageHeaders(plainPolicy(page.theme)), ...error.headers];
      return { status: error.status, headers, body: consentErrorPage(page, error) };
    },
  });

  serve('authorize', { get: forBrowsers(authorize.begin), post: forBrowsers(authorize.takeKey) });
  serve('consent', { post: forBrowsers(authorize.decide) });

  serve('token', {
    post: forPrograms(async (context) => {
      const fields = await readFormFields(gateway, context);
      const kind = requiredField(fields, 'grant_type');
      const clientId = optionalField(fields, 'client_id');
      if (clientId === undefined) throw new OauthError('invalid_client', 'client_id is required; clients of this server have no secret.');
      await clients.assertKnown(clientId);
      if (kind === 'authorization_code') return tokens.exchangeCode(fields);
      if (kind === 'refresh_token') return tokens.refresh(fields);
      throw new OauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
    }),
  });

  serve('revoke', {
    post: forPrograms(async (context) => {
      const fields = await readFormFields(gateway, context);
      const token = requiredField(fields, 'token');
      const clientId = optionalField(fields, 'client_id');
      const owner = await findTokenOwner(database, hashOfSecret(token));
      if (!owner) return {};
      if (clientId !== undefined && clientId !== owner.client_id)
        throw new OauthError('invalid_grant', 'This token was issued to another client.');
      const grant = await revokeGrant(database, owner.space_id, owner.grant_id, isoTime(clock.now()));
      if (grant?.was_revoked === false) bus.publish(GRANT_REVOKED, Buffer.from(owner.grant_id));
      return {};
    }),
  });

  serve('register', {
    post: forPrograms(async ({ request, response }) => {
      const body = await readRegistration(request, response);
      if (body === null) throw new OauthError('invalid_client_metadata', 'The body must be the metadata of the client as JSON.');
      const { id, name, redirect_uris } = await clients.register(parseClientMetadata(parseBody(body)), request);
      return {
        client_id: id,
        client_id_issued_at: Math.floor(clock.now() / SECOND_MS),
        client_name: name,
        redirect_uris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      };
    }, 201),
  });

  const wellKnownRouter = Router({ caseSensitive: true, strict: true });

  function serveDocument(on: Router, path: string, document: string): void {
    const labelFor = routeLabels(path);
    const route = on.route(path);
    route.get(function serveMetadata(request: Request, response: Response) {
      const context = requestContextOf(response);
      context.route = labelFor(request.method);
      respond(context, 200, METADATA_HEADERS, document);
    });
    route.all(methodNotAllowed(path, ['GET'], gateway));
  }

  serveDocument(wellKnownRouter, RESOURCE_METADATA_PATH, resourceMetadata(urls, baseUrl));
  const server = serverMetadata(urls, baseUrl);
  // A base URL with a path moves the path of the issuer, which RFC 8414 puts after the well-known name.
  for (const issuerPath of new Set([OAUTH_PATH, new URL(urls.issuer).pathname]))
    for (const name of ['oauth-authorization-server', 'openid-configuration'])
      serveDocument(wellKnownRouter, `/.well-known/${name}${issuerPath}`, server);
  serveDocument(router, `${OAUTH_PATH}/.well-known/openid-configuration`, server);
  return { router, wellKnownRouter };
}

const METADATA_HEADERS: Headers = headerList({ 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' });

const pageHeaders = (policy: string): Headers => [
  ...PRIVATE,
  ...headerList({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'DENY',
    // With `no-referrer` a browser would send `Origin: null` with the form.
    'Referrer-Policy': 'same-origin',
  }),
];

function browserAnswer(answer: BrowserAnswer): Answer {
  if ('redirect' in answer)
    return { status: 303, headers: [...PRIVATE, 'Location', answer.redirect, 'Referrer-Policy', 'no-referrer'], body: '' };
  return { status: answer.status, headers: pageHeaders(answer.policy), body: answer.page };
}
