import { type Bus, type CallContext, request } from '@space/bus';
import { automationDirectory } from '@space/contracts/events';
import type { Secret } from '@space/contracts/integrations';
import type { StoredSecret } from './secrets.queries.ts';

type Uses = Secret['used_by'];

/** Returns a function that returns the automations of the Space with an action that names a secret. */
async function findUses(bus: Pick<Bus, 'request'>, context: CallContext): Promise<(name: string) => Uses> {
  const { automations } = await request(bus, context, automationDirectory, 'find_with_secrets', {});
  return (secret) =>
    automations.filter(({ secrets }) => secrets.includes(secret)).map(({ id, name }) => ({ kind: 'automation', id, name }));
}

/** Returns the automations of the Space with an action that names a secret. Must not be called inside a transaction. */
export const usesOf = async (bus: Pick<Bus, 'request'>, context: CallContext, name: string): Promise<Uses> =>
  (await findUses(bus, context))(name);

/** Returns secrets with the automations that name them. */
export async function withUses(bus: Pick<Bus, 'request'>, context: CallContext, secrets: readonly StoredSecret[]): Promise<Secret[]> {
  if (secrets.length === 0) return [];
  const used_by = await findUses(bus, context);
  return secrets.map((secret) => ({ ...secret, used_by: used_by(secret.name) }));
}
