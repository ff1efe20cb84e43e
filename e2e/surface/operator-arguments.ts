import { pathParameters } from '@space/contracts/core';
import { connectOauthClient } from '@space/runtime/testing';
import { newSecret } from '../integrations.ts';
import { oauthOrigin } from '../oauth-origin.ts';
import { connectShop } from '../payments.ts';
import { newMember } from '../people.ts';
import { operator } from '../profile.ts';
import { accountArguments, connectAccount } from '../social-account.ts';
import { newKey } from '../space.ts';
import type { Arguments, Routed } from './operations.ts';

/** Returns valid arguments of an operator's operation, with an existing key and agent of a Space, or with `missing` as every id. */
export async function operatorArguments(space: string, { id, operation, route }: Routed, missing?: string): Promise<Arguments> {
  const { key_id, space_id, api_key } = await newKey(space);
  const thing = missing ?? (await thingOf(id, space_id, key_id, api_key));
  const agent = missing ?? (await operator.settings.create_agent({ space_id, name: 'Scout' })).id;
  const there: Record<string, string> = { space_id, agent_id: agent, key_id, id: thing, name: thing };
  const inPath = pathParameters(route.path).map((name) => [name, missing ?? there[name]]);
  const bodies: Readonly<Record<string, Arguments>> = {
    'settings.create_agent': { name: 'Scout' },
    'settings.delete_space': { name: (await operator.settings.get_space({ space_id: space })).name },
    'social_settings.connect_account': await accountArguments(),
    'payment_settings.connect': { provider: 'signed', name: 'Shop' },
  };
  return { ...(bodies[id] ?? operation.example), ...Object.fromEntries(inPath) };
}

const AGENT_OPERATIONS: ReadonlySet<string> = new Set(['settings.get_agent', 'settings.update_agent', 'settings.delete_agent']);

/** Returns the id that the operation with this id takes. */
async function thingOf(operation: string, space_id: string, key_id: string, api_key: string): Promise<string> {
  if (operation === 'members.update' || operation === 'members.remove') return (await newMember(space_id, 'member')).member_id;
  if (operation === 'members.revoke_invitation') return (await operator.members.invite({ space_id })).invitation.id;
  if (operation === 'social_settings.disconnect_account') return (await connectAccount(space_id)).id;
  if (operation === 'secret_settings.delete_secret') return newSecret(space_id);
  if (operation.startsWith('payment_settings.')) return (await connectShop(space_id)).id;
  if (AGENT_OPERATIONS.has(operation)) return (await operator.settings.create_agent({ space_id, name: 'Scout' })).id;
  return operation === 'settings.revoke_grant' ? newGrant(space_id, key_id, api_key) : key_id;
}

/** Connects an OAuth client with a key and returns the id of its grant. */
export async function newGrant(space_id: string, key_id: string, api_key: string): Promise<string> {
  await connectOauthClient(await oauthOrigin(), api_key);
  const { data } = await operator.settings.list_grants({ space_id, key_id });
  return data[0]!.id;
}
