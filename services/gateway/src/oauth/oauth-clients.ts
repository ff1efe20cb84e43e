import { Problem } from '@space/contracts/core';
import {
  MAX_CLIENT_DOCUMENT_REQUESTS,
  MAX_REGISTERED_CLIENTS,
  MAX_REGISTRATIONS,
  REGISTRATION_WINDOW_MINUTES,
} from '@space/contracts/platform';
import { isoTime, newId } from '@space/database';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { type VisitorLimiter, visitorLimiter } from '@space/web';
import type { Request } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { type ClientMetadata, type OauthClient, shownName } from './client.ts';
import { createClientDocuments, isDocumentUrl } from './client-documents.ts';
import { findClient, insertClient } from './clients.queries.ts';
import { OauthError } from './oauth-error.ts';

/** The clients that may ask for access. */
export interface OauthClients {
  /** Returns the client with this id. Throws OauthError for an unknown one, and `limited` for too many look-ups of documents. */
  find(clientId: string, request: Request): Promise<OauthClient>;
  /** Throws OauthError for a client that is not registered, at the token endpoint: its program then registers again. */
  assertKnown(clientId: string): Promise<void>;
  /** Registers a client and returns it. Throws `limited` and `unavailable`. */
  register(metadata: ClientMetadata, request: Request): Promise<OauthClient>;
}

const REGISTRATION_WINDOW_S = (REGISTRATION_WINDOW_MINUTES * MINUTE_MS) / SECOND_MS;
const CLIENT_ID = /^cli_[0-9a-z]{1,40}$/;

/** Creates the clients of one gateway: registered ones in Postgres, and those with a metadata document. */
export function createOauthClients({ ports, networks }: Pick<Gateway, 'ports' | 'networks'>): OauthClients {
  const { clock, config, database } = ports;
  const documents = createClientDocuments(ports);
  const isLimited = config.SPACE_RATE_LIMIT > 0;
  const registrations = isLimited ? visitorLimiter({ points: MAX_REGISTRATIONS, seconds: REGISTRATION_WINDOW_S }) : undefined;
  const lookUps = isLimited ? visitorLimiter({ points: MAX_CLIENT_DOCUMENT_REQUESTS.network }) : undefined;

  function take(limiter: VisitorLimiter | undefined, request: Request, what: string): void {
    const wait = limiter?.take('oauth', networks.addressOf(request)) ?? 0;
    if (wait > 0)
      throw new Problem('limited', `This network ${what} too many clients; try again in ${wait} seconds.`, { retry_after_s: wait });
  }

  async function findRegistered(clientId: string) {
    const row = CLIENT_ID.test(clientId) ? await findClient(database, clientId) : null;
    if (!row) throw new OauthError('invalid_client', 'This client is not registered here; it has to register again.');
    return row;
  }

  return {
    async find(clientId, request) {
      if (isDocumentUrl(clientId)) return documents.find(clientId, () => take(lookUps, request, 'looks up'));
      return { ...(await findRegistered(clientId)), host: null };
    },
    async assertKnown(clientId) {
      if (!isDocumentUrl(clientId)) await findRegistered(clientId);
    },
    async register(metadata, request) {
      take(registrations, request, 'registers');
      const client = {
        id: newId('cli'),
        name: shownName(metadata.client_name, new URL(metadata.redirect_uris[0]!).host || 'A client without a name'),
        redirect_uris: metadata.redirect_uris,
      };
      const stored = await insertClient(database, client, isoTime(clock.now()), MAX_REGISTERED_CLIENTS);
      if (stored === 0)
        throw new Problem('unavailable', 'Too many clients with grants are registered; try again later.', {
          retry_after_s: REGISTRATION_WINDOW_S,
        });
      return { ...client, host: null };
    },
  };
}
