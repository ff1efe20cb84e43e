import { Problem } from '@space/contracts/core';
import type { Log } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import * as oidc from 'openid-client';
import type { ProviderSettings } from './provider-settings.ts';

/*
 * OpenID Connect with code, PKCE, state and nonce, by openid-client. Requests go to the provider that the operator names, and to the
 * endpoints in its document: it may be on a private network, so they do not go through @space/egress.
 */

/** The account of a person as the provider shows it. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
  /** undefined when the provider gives none, or does not say that it is verified. */
  readonly verified_email: string | undefined;
  /** The address for display only. */
  readonly email: string | null;
  readonly name: string | undefined;
}

/** The secrets of one sign-in, which stay in the browser that began it. */
interface ProviderChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The identity provider of an installation. */
export interface IdentityProvider {
  readonly settings: ProviderSettings;
  /** Returns new secrets. */
  createChecks(): ProviderChecks;
  /**
   * Returns the address at the provider that signs a person in; with `isFresh` the person signs in there again. Throws `unavailable` when the
   * provider does not answer.
   */
  authorizationUrl(checks: ProviderChecks, redirectUri: string, isFresh: boolean): Promise<URL>;
  /**
   * Returns the account of a person whom the provider sent back to an address. Throws `forbidden` for an answer that does not fit, and `unavailable`.
   */
  finish(returned: URL, checks: ProviderChecks, isFresh: boolean): Promise<ProviderAccount>;
}

const TIMEOUT_S = 10;
/** The time after which the document of the provider is read again. */
const DOCUMENT_MS = 60 * MINUTE_MS;
/** The seconds since the sign-in at the provider that count as now; the library allows 30 more for clocks that differ. */
const FRESH_S = 0;

/** Creates the identity provider. Its document is read with the first sign-in, and not at start: a provider that is down stops no one else. */
export function createIdentityProvider(settings: ProviderSettings, log: Log): IdentityProvider {
  const { issuer, client_id, name } = settings;
  let known: { readonly configuration: Promise<oidc.Configuration>; readonly ends: number } | undefined;

  function discover(): Promise<oidc.Configuration> {
    if (known && performance.now() < known.ends) return known.configuration;
    const configuration = oidc.discovery(issuer, client_id, {}, clientAuthentication(settings), {
      timeout: TIMEOUT_S,
      // The signature is verified although the token comes straight from the provider.
      execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    });
    const entry = { configuration, ends: performance.now() + DOCUMENT_MS };
    known = entry;
    configuration.catch(() => {
      if (known === entry) known = undefined;
    });
    return configuration;
  }

  async function configurationOrProblem(): Promise<oidc.Configuration> {
    try {
      return await discover();
    } catch (error) {
      log.warn(
        { err: error, issuer: issuer.href },
        'the document of the identity provider could not be read; it is read again with the next sign-in',
      );
      throw unavailable(name);
    }
  }

  return {
    settings,
    createChecks: () => ({ state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }),

    async authorizationUrl({ state, nonce, verifier }, redirectUri, isFresh) {
      const configuration = await configurationOrProblem();
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isFresh ? { prompt: 'login', max_age: String(FRESH_S) } : {}),
      });
    },

    async finish(returned, { state, nonce, verifier }, isFresh) {
      const configuration = await configurationOrProblem();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(isFresh ? { maxAge: FRESH_S } : {}),
        });
        const claims = tokens.claims()!;
        const more =
          claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : claims;
        return accountOf(claims.iss, claims.sub, more);
      } catch (error) {
        throw problemOf(error, name, log);
      }
    },
  };
}

/** Returns the account in the claims of a provider. Only a provider that says so has verified an address. */
function accountOf(issuer: string, subject: string, claims: Readonly<Record<string, unknown>>): ProviderAccount {
  const email = typeof claims.email === 'string' ? claims.email : null;
  const named = [claims.name, claims.preferred_username].find((one) => typeof one === 'string');
  return {
    issuer,
    subject,
    verified_email: email !== null && claims.email_verified === true ? email : undefined,
    email,
    name: named as string | undefined,
  };
}

/** Returns how the installation proves who it is: in the way that the provider prefers of the two that have a secret, or as a public client. */
function clientAuthentication({ client_secret }: ProviderSettings): oidc.ClientAuth {
  if (client_secret === undefined) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(client_secret), oidc.ClientSecretPost(client_secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}

/** Returns the error of a sign-in that failed at the provider: it was refused there, its answer does not fit, or it did not answer. */
function problemOf(error: unknown, name: string, log: Log): Problem {
  const { code, error: reason } = error as { readonly code?: unknown; readonly error?: unknown };
  if (error instanceof oidc.AuthorizationResponseError)
    return new Problem('forbidden', `Signing in with ${name} was refused there (${shown(reason)}). Try again, or ask who runs it.`);
  // The cause of the error may hold claims about the person, so it stays out of the log.
  log.warn({ reason: String((error as Error).message), code: shown(reason ?? code) }, 'a sign-in with the identity provider failed');
  if (error instanceof TypeError || code === 'OAUTH_TIMEOUT') return unavailable(name);
  return new Problem('forbidden', `The answer of ${name} does not fit this sign-in (${shown(reason ?? code)}). Begin again.`);
}

const unavailable = (name: string): Problem =>
  new Problem('unavailable', `Signing in with ${name} does not work right now; try again in a minute.`, { retry_after_s: 60 });

/** Returns a code of an error, if it is one; a provider may send any text. */
const shown = (code: unknown): string => (typeof code === 'string' && /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : 'unknown reason');
