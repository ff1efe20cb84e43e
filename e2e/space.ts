import { type Client, createClient } from '@space/client';
import type { contracts } from '@space/contracts/catalog';
import { type ArgumentsOf, type Scope, scopes } from '@space/contracts/core';
import { eventually } from '@space/runtime/testing';
import { type ApiRequest, createApiRequest } from './api-request.ts';
import { operator, profile } from './profile.ts';

/** A new Space with a key. */
export interface TestSpace {
  readonly space_id: string;
  readonly api_key: string;
  readonly key_id: string;
  /** A client with the key. */
  readonly client: Client;
  /** Sends raw requests with the key. */
  readonly request: ApiRequest;
}

type KeyOptions = Partial<ArgumentsOf<typeof contracts.settings.operations.create_key>>;

/** Creates a Space with a key of every scope; `options` replaces fields of the key. */
export async function newSpace(options: KeyOptions = {}): Promise<TestSpace> {
  const { id } = await operator.settings.create_space({ name: 'Test Space' });
  return newKey(id, options);
}

/** Creates one more key for a Space. */
export async function newKey(space_id: string, options: KeyOptions = {}): Promise<TestSpace> {
  const { key, api_key } = await operator.settings.create_key({ space_id, name: 'Test key', scopes: [...scopes], ...options });
  return {
    space_id,
    api_key,
    key_id: key.id,
    client: createClient({ base_url: profile.base_url, api_key }),
    request: createApiRequest(profile.base_url, api_key),
  };
}

/** Creates a key for a Space that expires soon, and returns it with its expiry when it is refused. */
export async function newExpiredKey(space_id: string): Promise<{ readonly key: TestSpace; readonly expires_at: string }> {
  const expires_at = new Date(Date.now() + 5_000).toISOString();
  const key = await newKey(space_id, { expires_at });
  await eventually(
    async () => {
      if ((await key.request('GET', '/contacts')).status !== 401) throw new Error('the key has not expired');
    },
    { timeout: 15_000 },
  );
  return { key, expires_at };
}

/** Returns every scope except this one. */
export const scopesWithout = (scope: Scope | undefined): Scope[] => scopes.filter((one) => one !== scope);
