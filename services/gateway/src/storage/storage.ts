import type { Handlers } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { storage, storageDirectory } from '@space/contracts/platform';
import type { StorageQuotas } from './storage-quotas.ts';
import { toStorageUsage } from './storage-state.ts';

/** Creates the handler by which a Space sees its storage. */
export const storageHandlers = (quotas: StorageQuotas): Handlers<typeof storage> => ({
  get_usage: async ({ caller }) => toStorageUsage(await quotas.read(caller.space_id)),
});

/** Creates the handlers by which other services reserve room for changes that the gateway does not count. */
export const storageDirectoryHandlers = (quotas: StorageQuotas): Handlers<typeof storageDirectory> => ({
  async reserve({ input, caller, dry_run }) {
    try {
      await quotas.reserve(caller.space_id, input, dry_run);
      return { refusal: null };
    } catch (error) {
      if (error instanceof Problem) return { refusal: error.message };
      throw error;
    }
  },
  async release({ input, caller }) {
    quotas.release(caller.space_id, input);
    return { released: true as const };
  },
});
