import { Problem } from '@space/contracts/core';
import { MAX_BODY_MEMORY_BYTES } from '@space/contracts/platform';

/** The bodies that one gateway holds in memory. */
export interface BodyBudget {
  /**
   * Opens the account of one body. Bodies are bounded together for each owner: the Space of a key, or the network of a visitor
   * or of a request without a valid key.
   */
  open(kind: BodySender, owner: string): BodyAccount;
}

/** A sender with a valid key, or any other. */
export type BodySender = 'key' | 'keyless';

/** The bytes of one body. */
export interface BodyAccount {
  /** Counts bytes that have arrived, until the account is closed. Throws `unavailable` when the gateway or the owner has too many. */
  add(bytes: number): void;
  /** Ends the account: its bytes are no longer in memory. */
  close(): void;
}

/**
 * Creates the budget of one gateway. An owner may hold as many bytes as are free after that, so that n owners that send without
 * end leave an equal part for the next one. Senders without a key have at most half of the budget together.
 */
export function createBodyBudget(): BodyBudget {
  const heldBy = new Map<string, number>();
  let total = 0;
  let keyless = 0;

  const free = (kind: BodySender): number => {
    const left = MAX_BODY_MEMORY_BYTES.all - total;
    return kind === 'key' ? left : Math.min(left, MAX_BODY_MEMORY_BYTES.keyless - keyless);
  };

  return {
    open(kind, owner) {
      const name = `${kind} ${owner}`;
      let size = 0;
      let isClosed = false;

      function change(bytes: number): void {
        const held = (heldBy.get(name) ?? 0) + bytes;
        if (held === 0) heldBy.delete(name);
        else heldBy.set(name, held);
        total += bytes;
        if (kind === 'keyless') keyless += bytes;
        size += bytes;
      }

      return {
        add(bytes) {
          if (isClosed) return;
          if ((heldBy.get(name) ?? 0) + bytes > free(kind) - bytes) throw tooManyBodies();
          change(bytes);
        },
        close() {
          isClosed = true;
          if (size > 0) change(-size);
        },
      };
    },
  };
}

const tooManyBodies = (): Problem =>
  new Problem('unavailable', 'The service has too many large requests in progress; retry in a second.', { retry_after_s: 1 });
