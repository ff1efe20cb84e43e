import { type Caller, type Operation, Problem } from '@space/contracts/core';
import { spaceDirectory } from '@space/contracts/platform';
import type { Bus } from './bus.ts';
import type { Call } from './endpoint.ts';
import { request } from './request.ts';

/** Returns an operator's call with the Space that it names as its caller's. Throws not_found. Never call it inside a transaction. */
export async function callInSpace<O extends Operation>(bus: Pick<Bus, 'request'>, call: Call<O>, space_id: string): Promise<Call<O>> {
  const { found } = await request(bus, call, spaceDirectory, 'find', { space_id });
  if (!found) throw new Problem('not_found', `There is no Space "${space_id}".`);
  const caller: Caller = { ...call.caller, space_id };
  return { ...call, caller };
}
