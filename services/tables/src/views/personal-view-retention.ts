import { request } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { memberIds } from '@space/contracts/platform';
import type { Ports, Task } from '@space/runtime';
import { HOUR_MS } from '@space/time';
import { periodicTask } from '@space/worker';
import { deleteViewsOf, findOwners, type Owner } from './personal-views.queries.ts';

/** Owners whose membership one step checks. */
const OWNERS_OF_STEP = 500;

const START: Owner = { space_id: '', owner_id: '' };

/** Dependencies of the retention of personal views. */
type RetentionPorts = Pick<Ports, 'database' | 'bus' | 'log'>;

/**
 * Returns the task that deletes the personal views of members who left or were removed. Their ids are never used again, so no one sees
 * these views from the moment of the removal. Several processes may run it at the same time.
 */
export const personalViewRetention = (ports: RetentionPorts): Task =>
  periodicTask({
    name: 'personal-view-retention',
    jobs: [{ everyMs: HOUR_MS, act: () => deleteViewsOfFormerMembers(ports) }],
    onError: (error) => ports.log.warn({ err: error }, 'deleting the personal views of former members failed; the next run retries it'),
  });

/** Deletes all personal views whose owner is no longer a member of the Space. */
export async function deleteViewsOfFormerMembers({ database, bus }: Omit<RetentionPorts, 'log'>): Promise<void> {
  for (let after: Owner | undefined = START; after; ) {
    const owners = await findOwners(database, after, OWNERS_OF_STEP);
    for (const [space_id, those] of Map.groupBy(owners, (owner) => owner.space_id)) {
      const ids = those.map(({ owner_id }) => owner_id);
      const context = { caller: { space_id, key_id: '', actor: SERVICE_ACTOR }, request_id: `personal-views-${space_id}`, trace: {} };
      const found = new Set((await request(bus, context, memberIds, 'find', { ids })).ids);
      const former = ids.filter((id) => !found.has(id));
      if (former.length > 0) await deleteViewsOf(database, space_id, former);
    }
    after = owners.length < OWNERS_OF_STEP ? undefined : owners.at(-1);
  }
}
