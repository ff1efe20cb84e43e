import { type ArgumentsOf, Problem } from '@space/contracts/core';
import { storageDirectory } from '@space/contracts/platform';
import { type Bus, hasStoredNothing } from './bus.ts';
import { type CallContext, request } from './request.ts';

type Amounts = ArgumentsOf<(typeof storageDirectory)['operations']['reserve']>;

/**
 * Runs a change of a Space that the gateway has not counted, or not with these amounts. Throws `limit_reached` for a Space
 * without room; a gateway that does not answer refuses nothing. A change that stores nothing does not count.
 */
export async function withRoom<T>(bus: Pick<Bus, 'request'>, context: CallContext, amounts: Amounts, change: () => Promise<T>): Promise<T> {
  const { refusal } = await request(bus, context, storageDirectory, 'reserve', amounts).catch(() => ({ refusal: null }));
  if (refusal !== null) throw new Problem('limit_reached', refusal);
  try {
    return await change();
  } catch (error) {
    const isRefused = error instanceof Problem && hasStoredNothing({ problem: error });
    // Amounts that cannot be released count until the next measurement.
    if (isRefused && !context.dry_run) await request(bus, context, storageDirectory, 'release', amounts).catch(() => undefined);
    throw error;
  }
}
