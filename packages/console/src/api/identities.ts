import { send } from './send.ts';

/** The account of the person at an identity provider. */
export interface Identity {
  readonly id: string;
  readonly created_at: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly last_used_at: string | null;
}

/** The accounts of the person, and the identity provider of the installation; null when it has none. */
export interface Identities {
  readonly provider: {
    readonly name: string;
    readonly issuer: string;
    readonly link_path: string;
    readonly is_only: boolean;
  } | null;
  readonly data: readonly Identity[];
}

/** The query of the accounts of the person at identity providers. */
export const identitiesQuery = {
  queryKey: ['person', 'identities'],
  queryFn: () => send('GET', '/v1/person/identities', undefined) as Promise<Identities>,
} as const;

/** Removes an account at an identity provider; the last means to sign in cannot be removed. */
export const removeIdentity = (id: string) => send('DELETE', `/v1/person/identities/${encodeURIComponent(id)}`, undefined);
