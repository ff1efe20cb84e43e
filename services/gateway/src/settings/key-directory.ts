import type { Handlers } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { keyDirectory } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import { inForce, spaceKeyOf } from '../auth/api-key.ts';
import { findKey } from './keys.queries.ts';

/** Answers other services what the keys may do now that they act for; a key of another Space is none. */
export const keyDirectoryHandlers = ({ database, clock }: Pick<Ports, 'database' | 'clock'>): Handlers<typeof keyDirectory> => ({
  judge: async ({ input, caller }) => {
    const row = await findKey(database, caller.space_id, input.id);
    if (!row) return { scopes: [], refusal: 'There is no such key in this Space.' };
    try {
      return { scopes: [...inForce(spaceKeyOf(row), clock.now()).scopes], refusal: null };
    } catch (error) {
      if (error instanceof Problem) return { scopes: [], refusal: error.message };
      throw error;
    }
  },
});
