import { type Call, type Handlers, request } from '@space/bus';
import { agentOf, type CanUse } from '@space/contracts/core';
import {
  agents,
  commerceSearch,
  contactSearch,
  eventSearch,
  type FoundPart,
  integrationSearch,
  librarySearch,
  publishingSearch,
  schedulingSearch,
  type search,
  searchableKinds,
  searchKinds,
  tableSearch,
  workSearch,
} from '@space/contracts/platform';
import type { Ports } from '@space/runtime';

const parts = [
  contactSearch,
  tableSearch,
  schedulingSearch,
  eventSearch,
  publishingSearch,
  workSearch,
  librarySearch,
  commerceSearch,
  integrationSearch,
] as const;

const order = Object.keys(searchKinds);

type SearchCall = Call<(typeof search)['operations']['find']>;

/** Creates the handler that joins what each service finds. A service that fails or is late is named, and refuses nothing. */
export const searchHandlers = ({ bus, log }: Pick<Ports, 'bus' | 'log'>): Handlers<typeof search> => ({
  async find(call) {
    const incomplete: string[] = [];
    async function ask<T>(name: string, answer: () => Promise<T>, otherwise: T): Promise<T> {
      try {
        return await answer();
      } catch (error) {
        log.warn({ err: error, service: name, request_id: call.request_id }, 'a part of a search was not answered; the answer names it');
        incomplete.push(name);
        return otherwise;
      }
    }
    const canUse = await ask('agents', () => canUseOf(bus, call), {});
    const found = await Promise.all(parts.map((part) => ask(part.service, () => findPart(bus, call, part, canUse), [])));
    const data = found.flat().map(({ address, ...thing }) => ({
      ...thing,
      path: searchKinds[thing.kind].path.replace(':id', encodeURIComponent(address)),
    }));
    return {
      data: data.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind)),
      incomplete: incomplete.toSorted(),
    };
  },
});

/** Returns what one service finds for the scopes of the caller; a service in which the caller finds nothing is not asked. */
async function findPart(
  bus: Pick<Ports['bus'], 'request'>,
  call: SearchCall,
  part: (typeof parts)[number],
  canUse: CanUse | undefined,
): Promise<FoundPart[]> {
  const { q, per_kind } = call.input;
  const kinds = searchableKinds(part.service, call.caller.scopes ?? [], canUse);
  if (kinds.length === 0) return [];
  const input = { q, limit: per_kind, kinds: kinds.map(({ kind, ids }) => ({ kind, ids: ids && [...ids] })) };
  return (await request(bus, call, part, 'find', input)).found;
}

/** Returns the Can use list of the agent that calls, or undefined when no agent does. */
async function canUseOf(bus: Pick<Ports['bus'], 'request'>, call: SearchCall): Promise<CanUse | undefined> {
  const agent_id = agentOf(call.caller);
  return agent_id === null ? undefined : request(bus, call, agents, 'get_can_use', { agent_id });
}
