import { type CallContext, withRoom } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { StorageAmounts } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';

/** Runs a change of a visitor. Throws `limit_reached`, in words for visitors, when the Space of the page has no room for it. */
export async function withVisitorRoom<T>(
  { bus, log }: Pick<Ports, 'bus' | 'log'>,
  context: CallContext,
  amounts: Partial<StorageAmounts> & Pick<StorageAmounts, 'bytes'>,
  change: () => Promise<T>,
): Promise<T> {
  let isReserved = false;
  try {
    return await withRoom(bus, context, amounts, () => {
      isReserved = true;
      return change();
    });
  } catch (error) {
    if (isReserved || !(error instanceof Problem && error.code === 'limit_reached')) throw error;
    log.info({ space_id: context.caller.space_id }, 'a Space without room refused what a visitor sent');
    throw new Problem('limit_reached', 'Nothing can be sent here now. Ask the owner of this page to make room.');
  }
}
