import type { Handlers } from '@space/bus';
import { Problem, scopesOfRole } from '@space/contracts/core';
import { isMemberId, type keyDirectory } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import { findKey } from '../auth/api-key.queries.ts';
import { apiKeyOf, assertActive, closedSpace } from '../auth/api-key.ts';
import { findMember } from '../people/members.queries.ts';

/** Creates the handlers by which other services ask for the scopes of keys that they act for. */
export const keyDirectoryHandlers = ({ database, clock }: Pick<Ports, 'database' | 'clock'>): Handlers<typeof keyDirectory> => ({
  async introspect({ input, caller }) {
    if (isMemberId(input.id)) return introspectMember(database, caller.space_id, input.id);
    const row = await findKey(database, caller.space_id, input.id);
    if (!row) return { scopes: [], refusal: 'There is no such key in this Space.' };
    if (row.space_delete_at !== null) throw waitingForSpace(row.space_delete_at);
    try {
      return { scopes: [...assertActive(apiKeyOf(row), clock.now()).scopes], refusal: null };
    } catch (error) {
      if (error instanceof Problem) return { scopes: [], refusal: error.message };
      throw error;
    }
  },
});

/** Returns the scopes of a member, or why it has none: automations act for the member who saved them last. */
async function introspectMember(database: Ports['database'], space: string, id: string) {
  const member = await findMember(database, space, id);
  if (!member)
    return { scopes: [], refusal: 'The member is no longer in this Space; another member or key can take over by saving the automation.' };
  if (member.delete_at !== null) throw waitingForSpace(member.delete_at);
  return { scopes: scopesOfRole(member.role, member.may_run), refusal: null };
}

/** Returns the error of a closed Space. It is one that passes: what acts for the Space waits until the deletion is taken back. */
const waitingForSpace = (deleteAt: number): Problem => new Problem('unavailable', closedSpace(deleteAt));
