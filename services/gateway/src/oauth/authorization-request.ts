import { createHash } from 'node:crypto';
import { scopes as allScopes, type Scope } from '@space/contracts/core';
import { MAX_CLIENT_URL_CHARACTERS, MAX_STATE_CHARACTERS } from '@space/contracts/platform';
import type { FormFields } from '../public/form-fields.ts';
import type { OauthClient } from './client.ts';
import { OauthError } from './oauth-error.ts';
import { assertResource, optionalField, requiredField } from './oauth-fields.ts';
import { matchesRedirectUri } from './redirect-uri.ts';

/** The request of a client for access, which a person approves. */
export interface AuthorizationRequest {
  readonly client: OauthClient;
  readonly redirect_uri: string;
  readonly state: string | null;
  readonly code_challenge: string;
  /** The scopes that the client asks for; all of them when it names none. */
  readonly scopes: readonly Scope[];
}

/** An error for the client, whose redirect URI was checked. It is sent there once a person has acted. */
export class RedirectedError extends Error {
  readonly redirect_uri: string;
  readonly state: string | null;
  readonly error: OauthError;

  constructor(redirectUri: string, state: string | null, error: OauthError) {
    super(error.message);
    this.redirect_uri = redirectUri;
    this.state = state;
    this.error = error;
  }
}

/** The fields of an authorization request, which the consent page sends back. */
export const AUTHORIZATION_FIELDS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'resource',
] as const;

const STATE = /^[\x20-\x7e]*$/;
const CODE_CHALLENGE = /^[\w-]{43}$/;
const CODE_VERIFIER = /^[\w.~-]{43,128}$/;

/**
 * Returns the authorization request in these fields. Throws OauthError while the client or its redirect URI is not certain, so that
 * no person is sent to an address that no client registered, and RedirectedError for any other fault.
 */
export async function readAuthorizationRequest(
  fields: FormFields,
  findClient: (clientId: string) => Promise<OauthClient>,
  resource: string,
): Promise<AuthorizationRequest> {
  const clientId = requiredField(fields, 'client_id');
  if (clientId.length > MAX_CLIENT_URL_CHARACTERS) throw new OauthError('invalid_request', 'client_id is too long.');
  const redirect_uri = requiredField(fields, 'redirect_uri');
  const client = await findClient(clientId);
  if (!matchesRedirectUri(client.redirect_uris, redirect_uri))
    throw new OauthError('invalid_request', 'This redirect_uri is not registered for this client.');
  const state = readState(fields);
  try {
    return { client, redirect_uri, state, code_challenge: readCodeChallenge(fields, resource), scopes: namedScopes(fields) ?? allScopes };
  } catch (error) {
    throw error instanceof OauthError ? new RedirectedError(redirect_uri, state, error) : error;
  }
}

/** Returns the state. A state that cannot be sent back unchanged is no reason for a redirect: the client would not know it. */
function readState(fields: FormFields): string | null {
  const state = optionalField(fields, 'state') ?? null;
  if (state !== null && (state.length > MAX_STATE_CHARACTERS || !STATE.test(state)))
    throw new OauthError('invalid_request', `state must have at most ${MAX_STATE_CHARACTERS} printable ASCII characters.`);
  return state;
}

function readCodeChallenge(fields: FormFields, resource: string): string {
  if (requiredField(fields, 'response_type') !== 'code') throw new OauthError('unsupported_response_type', 'response_type must be code.');
  assertResource(fields, resource);
  const challenge = requiredField(fields, 'code_challenge');
  if (optionalField(fields, 'code_challenge_method') !== 'S256')
    throw new OauthError('invalid_request', 'code_challenge_method must be S256.');
  if (!CODE_CHALLENGE.test(challenge)) throw new OauthError('invalid_request', 'code_challenge must be a SHA-256 in base64url.');
  return challenge;
}

/**
 * Returns the scopes that a client names, or undefined when it names none of this server. Names of other servers are ignored, because
 * hosted clients send them everywhere and the person chooses anyway.
 */
export function namedScopes(fields: FormFields): readonly Scope[] | undefined {
  const names = new Set((optionalField(fields, 'scope') ?? '').split(' '));
  const named = allScopes.filter((scope) => names.has(scope));
  return named.length === 0 ? undefined : named;
}

/** Returns true if a code verifier belongs to a challenge (RFC 7636, S256). */
export const matchesChallenge = (verifier: string, challenge: string): boolean =>
  CODE_VERIFIER.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge;
