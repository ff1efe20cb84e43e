import { type Client, createClient } from '@space/client';
import type { contracts } from '@space/contracts/catalog';
import { type ArgumentsOf, type Scope, scopes } from '@space/contracts/core';
import { type ApiRequest, createApiRequest } from './api-request.ts';
import { operator, profile } from './profile.ts';

/** A Space nobody else uses, with a key. */
export interface TestSpace {
  readonly space_id: string;
  readonly api_key: string;
  readonly key_id: string;
  /** Calls with the key. */
  readonly client: Client;
  /** Sends requests with the key, as they are. */
  readonly request: ApiRequest;
}

type KeyOptions = Partial<ArgumentsOf<typeof contracts.settings.operations.create_key>>;

/** Makes a Space with a key that may do everything, or what `options` says. */
export async function newSpace(options: KeyOptions = {}): Promise<TestSpace> {
  const { id } = await operator.settings.create_space({ name: 'Test Space' });
  return newKey(id, options);
}

/** Makes one more key for a Space. */
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

/** Every scope but this one. */
export const scopesWithout = (scope: Scope | undefined): Scope[] => scopes.filter((one) => one !== scope);
