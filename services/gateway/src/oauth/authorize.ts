import { problems } from '@space/contracts/core';
import {
  AUTHORIZATION_CODE_SECONDS,
  CONSENT_MINUTES,
  MAX_KEY_AUTHORIZATIONS,
  MAX_WRONG_KEYS,
  WRONG_KEYS_WINDOW_MINUTES,
} from '@space/contracts/platform';
import { isoTime } from '@space/database';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { plainPolicy, visitorLimiter } from '@space/web';
import { type ApiKey, Unauthorized } from '../auth/api-key.ts';
import { hashOfSecret } from '../auth/secret-token.ts';
import type { Gateway } from '../call/gateway.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type FormFields, readFormFields } from '../public/form-fields.ts';
import { AUTHORIZATION_FIELDS, type AuthorizationRequest, RedirectedError, readAuthorizationRequest } from './authorization-request.ts';
import {
  approveConsent,
  type ConsentRow,
  deleteConsent,
  deleteOldAuthorizations,
  findConsent,
  insertConsent,
} from './authorizations.queries.ts';
import { consentPolicy, keyPage, pageContextOf, requestErrorPage, scopesPage } from './consent-page.ts';
import type { OauthClients } from './oauth-clients.ts';
import { OauthError, PersonError } from './oauth-error.ts';
import { optionalField, queryFields, requiredField } from './oauth-fields.ts';
import { authorizationCode, consentSecret } from './oauth-secrets.ts';
import type { OauthUrls } from './oauth-urls.ts';
import { withParameters } from './redirect-uri.ts';

/** A redirect to the client. */
interface Redirect {
  readonly redirect: string;
}

/** The answer of a step in the browser: a page, or a redirect to the client. */
export type BrowserAnswer = { readonly status: number; readonly page: string; readonly policy: string } | Redirect;

/** The steps of a person in the browser. Each rejects with OauthError or a Problem for a page that says what is wrong. */
export interface Authorize {
  /** Shows the page for the key, or the fault of the request with a link back to the client. It never redirects. */
  begin(context: RequestContext): Promise<BrowserAnswer>;
  /** Takes the key, and shows the page for the scopes. */
  takeKey(context: RequestContext): Promise<BrowserAnswer>;
  /** Takes the decision, and returns to the client with a code or an error. */
  decide(context: RequestContext): Promise<BrowserAnswer>;
}

/** Creates the steps. No person is signed in here, so a request has no power but the key or the secret that it contains. */
export function createAuthorize(gateway: Gateway, clients: OauthClients, urls: OauthUrls): Authorize {
  const { authenticator, networks, ports } = gateway;
  const { clock, config, database } = ports;
  const { origin, pathname } = new URL(urls.issuer);
  const wrongKeysWindow = (WRONG_KEYS_WINDOW_MINUTES * MINUTE_MS) / SECOND_MS;
  const wrongKeys = config.SPACE_RATE_LIMIT === 0 ? undefined : visitorLimiter({ points: MAX_WRONG_KEYS - 1, seconds: wrongKeysWindow });

  /** Throws OauthError unless a form was sent from a page of ours, so that no other site connects a person to its own Space. */
  function assertOwnForm({ request: { headers } }: RequestContext): void {
    const site = headers['sec-fetch-site'];
    if (site === undefined ? headers.origin === origin : site === 'same-origin') return;
    throw new PersonError('foreign_form', 403);
  }

  const readRequest = (fields: FormFields, { request }: RequestContext): Promise<AuthorizationRequest> =>
    readAuthorizationRequest(fields, (clientId) => clients.find(clientId, request), urls.resource);

  function returnTo(redirectUri: string, state: string | null, parameters: Readonly<Record<string, string>>): Redirect {
    return { redirect: withParameters(redirectUri, { ...parameters, state, iss: urls.issuer }) };
  }

  const returnCancelled = (redirectUri: string, state: string | null): BrowserAnswer =>
    returnTo(redirectUri, state, { error: 'access_denied', error_description: 'The person cancelled.' });

  function askForKey(context: RequestContext, request: AuthorizationRequest, fields: FormFields, fault?: string): BrowserAnswer {
    const hidden = Object.fromEntries(AUTHORIZATION_FIELDS.flatMap((name) => (fields.get(name) ?? []).map((value) => [name, value])));
    const page = keyPage(pageContextOf(context), {
      request,
      action: `${pathname}/authorize`,
      hidden,
      ...(fault === undefined ? {} : { fault }),
    });
    return { status: fault === undefined ? 200 : 400, page, policy: consentPolicy(request.redirect_uri) };
  }

  function askForScopes(context: RequestContext, consent: string, row: ConsentRow, fault?: string): BrowserAnswer {
    const page = scopesPage(pageContextOf(context), {
      ...row,
      consent,
      action: `${pathname}/consent`,
      ...(fault === undefined ? {} : { fault }),
    });
    return { status: fault === undefined ? 200 : 400, page, policy: consentPolicy(row.redirect_uri) };
  }

  /** Returns the key that was typed, or the sentence that says what is wrong with it. Throws PersonError after too many wrong keys. */
  async function readKey(context: RequestContext, text: string): Promise<ApiKey | string> {
    const { request } = context;
    const network = networks.addressOf(request);
    const wait = wrongKeys?.take('keys', network, 0) ?? 0;
    if (wait > 0) throw new PersonError('too_many_keys', problems.limited.status, ['Retry-After', String(wait)]);
    try {
      return await authenticator.authenticateTypedKey(request, text);
    } catch (error) {
      if (!(error instanceof Unauthorized)) throw error;
      wrongKeys?.take('keys', network);
      return labelsOf(context).key_fault(error.reason, error.message);
    }
  }

  async function storeConsent(request: AuthorizationRequest, key: ApiKey, scopes: readonly string[]): Promise<string> {
    const { space_id, key_id } = key.caller;
    const now = clock.now();
    const consent = consentSecret.generate();
    const row = {
      hash: hashOfSecret(consent),
      space_id,
      key_id,
      client_id: request.client.id,
      client_name: request.client.name,
      redirect_uri: request.redirect_uri,
      state: request.state,
      code_challenge: request.code_challenge,
      scopes,
      expires_at: isoTime(now + CONSENT_MINUTES * MINUTE_MS),
    };
    await database.transaction(async function store(tx) {
      await insertConsent(tx, row, isoTime(now));
      await deleteOldAuthorizations(tx, space_id, key_id, MAX_KEY_AUTHORIZATIONS);
    });
    return consent;
  }

  async function findByConsent(consent: string): Promise<ConsentRow> {
    const row = consentSecret.isWellFormed(consent) ? await findConsent(database, hashOfSecret(consent), isoTime(clock.now())) : null;
    if (!row) throw createConsentError();
    return row;
  }

  const returnError = ({ redirect_uri, state, error }: RedirectedError) =>
    returnTo(redirect_uri, state, { error: error.code, error_description: error.message });

  /**
   * Shows an error that belongs to the client, with a link back to it. Anyone can register a client, so an address of ours must not
   * lead to another site before the person has acted (RFC 9700, 4.11.2).
   */
  function showError(context: RequestContext, error: RedirectedError): BrowserAnswer {
    const { message: fault, redirect_uri } = error;
    const shown = pageContextOf(context);
    const page = requestErrorPage(shown, { fault, redirect_uri, link: returnError(error).redirect });
    return { status: 400, page, policy: plainPolicy(shown.theme) };
  }

  /** Answers the errors that belong to the client by `answer`. */
  async function catchErrors(answer: (error: RedirectedError) => BrowserAnswer, act: () => Promise<BrowserAnswer>): Promise<BrowserAnswer> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof RedirectedError)) throw error;
      return answer(error);
    }
  }

  return {
    begin: (context) =>
      catchErrors(
        (error) => showError(context, error),
        async () => {
          const fields = queryFields(context.request);
          return askForKey(context, await readRequest(fields, context), fields);
        },
      ),

    takeKey: (context) =>
      catchErrors(returnError, async () => {
        assertOwnForm(context);
        const fields = await readFormFields(gateway, context);
        const request = await readRequest(fields, context);
        if (optionalField(fields, 'decision') !== 'approve') return returnCancelled(request.redirect_uri, request.state);
        const key = await readKey(context, (optionalField(fields, 'key') ?? '').trim());
        if (typeof key === 'string') return askForKey(context, request, fields, key);
        const scopes = request.scopes.filter((scope) => key.scopes.has(scope));
        if (scopes.length === 0) return askForKey(context, request, fields, labelsOf(context).no_scopes);
        const consent = await storeConsent(request, key, scopes);
        return askForScopes(context, consent, await findByConsent(consent));
      }),

    async decide(context) {
      assertOwnForm(context);
      const fields = await readFormFields(gateway, context);
      const consent = requiredField(fields, 'consent');
      const row = await findByConsent(consent);
      const hash = hashOfSecret(consent);
      if (optionalField(fields, 'decision') !== 'approve') {
        await deleteConsent(database, hash);
        return returnCancelled(row.redirect_uri, row.state);
      }
      const chosen = [...new Set(fields.get('scope') ?? [])];
      if (chosen.some((scope) => !row.scopes.includes(scope)))
        throw new OauthError('invalid_scope', 'A chosen scope was not on the page. Begin again in the program.');
      if (chosen.length === 0) return askForScopes(context, consent, row, labelsOf(context).choose_scope);
      const code = authorizationCode.generate();
      const expires_at = isoTime(clock.now() + AUTHORIZATION_CODE_SECONDS * SECOND_MS);
      const approved = await approveConsent(database, hash, { hash: hashOfSecret(code), scopes: chosen, expires_at });
      if (approved === 0) throw createConsentError();
      return returnTo(row.redirect_uri, row.state, { code });
    },
  };
}

const labelsOf = (context: RequestContext) => pageContextOf(context).locale.labels.connect;

const createConsentError = (): OauthError => new PersonError('not_valid');
