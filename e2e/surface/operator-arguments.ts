import { pathParameters } from '@space/contracts/core';
import { operator } from '../profile.ts';
import { accountArguments, connectAccount } from '../social-account.ts';
import { newKey } from '../space.ts';
import type { Arguments, Routed } from './operations.ts';

/** Returns valid arguments of an operator's operation, with an existing key and agent of a Space, or with `missing` as every id. */
export async function operatorArguments(space: string, { id, operation, route }: Routed, missing?: string): Promise<Arguments> {
  const { key_id, space_id } = await newKey(space);
  const thing = id === 'social_settings.disconnect_account' && missing === undefined ? (await connectAccount(space_id)).id : key_id;
  const agent = missing ?? (await operator.settings.create_agent({ space_id, name: 'Scout' })).id;
  const there: Record<string, string> = { space_id, agent_id: agent, id: thing };
  const inPath = pathParameters(route.path).map((name) => [name, missing ?? there[name]]);
  const bodies: Readonly<Record<string, Arguments>> = {
    'settings.create_agent': { name: 'Scout' },
    'social_settings.connect_account': await accountArguments(),
  };
  return { ...(bodies[id] ?? operation.example), ...Object.fromEntries(inPath) };
}
