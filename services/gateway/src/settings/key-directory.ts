import type { Handlers } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { keyDirectory } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import { findKey } from '../auth/api-key.queries.ts';
import { apiKeyOf, assertActive } from '../auth/api-key.ts';

/** Creates the handlers by which other services ask for the scopes of keys that they act for. */
export const keyDirectoryHandlers = ({ database, clock }: Pick<Ports, 'database' | 'clock'>): Handlers<typeof keyDirectory> => ({
  async introspect({ input, caller }) {
    const row = await findKey(database, caller.space_id, input.id);
    if (!row) return { scopes: [], refusal: 'There is no such key in this Space.' };
    try {
      return { scopes: [...assertActive(apiKeyOf(row), clock.now()).scopes], refusal: null };
    } catch (error) {
      if (error instanceof Problem) return { scopes: [], refusal: error.message };
      throw error;
    }
  },
});
