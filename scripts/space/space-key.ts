import { type Client, createClient } from '@space/client';
import type { Scope } from '@space/contracts/core';
import type { OperatorConnection } from './connection.ts';

/** A Space, and the scopes that a command needs in it. */
export interface SpaceAccess {
  readonly operator: Client;
  readonly connection: OperatorConnection;
  readonly space: string;
  readonly scopes: readonly Scope[];
}

/** Minutes until the key of a command expires if the command cannot revoke it. */
const KEY_MINUTES = 10;

/** Calls `act` with a client of a Space: with the key of connection.json, or with one of its own that it revokes at the end. */
export async function withSpaceKey<T>(
  { operator, connection: { base_url, space_id, api_key: known }, space, scopes }: SpaceAccess,
  act: (client: Client) => Promise<T>,
): Promise<T> {
  if (known && space === space_id) return act(createClient({ base_url, api_key: known }));
  const { key, api_key } = await operator.settings.create_key({
    space_id: space,
    name: 'npm run space',
    scopes: [...scopes],
    expires_at: new Date(Date.now() + KEY_MINUTES * 60_000).toISOString(),
  });
  try {
    return await act(createClient({ base_url, api_key }));
  } finally {
    // A key that cannot be revoked expires.
    await operator.settings.revoke_key({ id: key.id }).catch(() => {});
  }
}
