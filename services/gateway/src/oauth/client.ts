import { validate } from '@space/bus';
import { type FieldError, toSentence } from '@space/contracts/core';
import { MAX_CLIENT_NAME_CHARACTERS, MAX_REDIRECT_URIS } from '@space/contracts/platform';
import { z } from 'zod';
import { OauthError } from './oauth-error.ts';
import { isRedirectUri } from './redirect-uri.ts';

/** A program that asks a person for access. All clients are public: they have no secret, and prove a code by PKCE. */
export interface OauthClient {
  readonly id: string;
  /** The name that the client gives itself. */
  readonly name: string;
  readonly redirect_uris: readonly string[];
  /** The host that vouches for the client with a metadata document; null for a client that registered itself. */
  readonly host: string | null;
}

const ClientMetadata = z.object({
  client_id: z.string().optional(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  token_endpoint_auth_method: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

/** The metadata of a client: what it registers with (RFC 7591), or the content of its metadata document. */
export type ClientMetadata = z.infer<typeof ClientMetadata>;

/** Returns the metadata of a client. Throws OauthError unless the client can use the authorization code with these redirect URIs. */
export function parseClientMetadata(value: unknown): ClientMetadata {
  const parsed = validate(ClientMetadata, value);
  if (!parsed.success) {
    const [{ path, message }] = parsed.errors as [FieldError];
    const code = /^redirect_uris\b/.test(path) ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OauthError(code, toSentence(`The metadata of the client is invalid: ${path || 'it'} ${message}`));
  }
  const metadata = parsed.data;
  const wrong = metadata.redirect_uris.find((uri) => !isRedirectUri(uri));
  if (wrong !== undefined)
    throw new OauthError(
      'invalid_redirect_uri',
      'Each redirect URI must be https, http on a loopback address, or the scheme of an app with a dot, such as com.example.app.',
    );
  if (metadata.grant_types && !metadata.grant_types.includes('authorization_code'))
    throw new OauthError('invalid_client_metadata', 'grant_types must contain authorization_code.');
  if (metadata.response_types && !metadata.response_types.includes('code'))
    throw new OauthError('invalid_client_metadata', 'response_types must contain code.');
  return metadata;
}

/** Returns the name of a client as it is shown: one line without invisible characters. `fallback` replaces an empty name. */
export function shownName(name: string | undefined, fallback: string): string {
  const cleaned = (name ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...cleaned];
  if (characters.length === 0) return fallback;
  return characters.length > MAX_CLIENT_NAME_CHARACTERS ? `${characters.slice(0, MAX_CLIENT_NAME_CHARACTERS - 1).join('')}…` : cleaned;
}
