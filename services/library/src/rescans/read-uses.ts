import { request } from '@space/bus';
import { type ShowingThing, showingServices } from '@space/contracts/assets';
import { SERVICE_ACTOR } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { RescanScope } from './rescans.queries.ts';

/** Returns the things of a scope that show assets, page by page, as their service has them now. It must not run in a transaction. */
export async function* readUses(bus: Ports['bus'], scope: RescanScope): AsyncGenerator<readonly ShowingThing[]> {
  const { space_id, service, kind, thing_id, container_id } = scope;
  const context = { caller: { space_id, key_id: '', actor: SERVICE_ACTOR }, request_id: `asset-uses-${space_id}`, trace: {} };
  const { uses } = showingServices[service];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page: { data: ShowingThing[]; next_cursor: string | null } = await request(bus, context, uses, 'of', {
      ...(kind !== '' && { kind }),
      ...(thing_id !== '' && { thing_id }),
      ...(container_id !== '' && { container_id }),
      ...(cursor !== undefined && { cursor }),
    });
    yield page.data;
    cursor = page.next_cursor ?? undefined;
  }
}
