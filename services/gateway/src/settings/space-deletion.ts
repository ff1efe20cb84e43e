import { type Handlers, Json, type Signals } from '@space/bus';
import { invalidFields, Problem, SPACE_CHANGED } from '@space/contracts/core';
import { SPACE_DELETION_DAYS, type settings } from '@space/contracts/platform';
import { isoTime, lockVersioned } from '@space/database';
import type { Writer } from '@space/event-log';
import { DAY_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { closeSpace, findDeletion, openSpace } from './space-deletion.queries.ts';
import { spaceById } from './spaces.queries.ts';
import { assertSpaceExists } from './spaces.ts';

/** The parts that the handlers need. */
interface DeletionParts {
  readonly writer: Writer;
  readonly bus: Signals;
  /** Called when a step of a deletion is due. */
  readonly notifyRemoval: () => void;
}

/** Creates the handlers that close a Space until it is deleted, and open it again. */
export function spaceDeletionHandlers({
  writer,
  bus,
  notifyRemoval,
}: DeletionParts): Pick<Handlers<typeof settings>, 'delete_space' | 'restore_space'> {
  /** Tells every gateway to look up keys, sessions and pages again. */
  function announce(space: string): void {
    bus.publish(SPACE_CHANGED, Buffer.from(space));
    notifyRemoval();
  }

  return {
    async delete_space(call) {
      const { space_id, name } = call.input;
      const answer = await writer.write(call, async (tx) => {
        const space = await lockSpace(tx, space_id, tx.now);
        if (space.name !== name)
          throw invalidFields([{ path: 'name', code: 'custom', message: `must be the name of the Space, “${space.name}”` }]);
        if (space.delete_at === null) {
          const at = isoTime(Date.parse(tx.now) + SPACE_DELETION_DAYS * DAY_MS);
          await closeSpace(tx, space_id, call.caller.actor, { at, now: tx.now });
        }
        return readSpace(tx, space_id);
      });
      if (!call.dry_run) announce(space_id);
      return answer;
    },

    async restore_space(call) {
      const { space_id } = call.input;
      const answer = await writer.write(call, async (tx) => {
        const space = await lockSpace(tx, space_id, tx.now);
        if (space.is_removed) throw new Problem('conflict', 'The time to take the deletion back is over; the Space is being deleted.');
        if (space.delete_at !== null) await openSpace(tx, space_id, tx.now);
        return readSpace(tx, space_id);
      });
      if (!call.dry_run) announce(space_id);
      return answer;
    },
  };
}

async function lockSpace(tx: CommonQueryMethods, id: string, now: string) {
  await assertSpaceExists(tx, id);
  await lockVersioned(tx, spaceById(id), { noun: 'Space', id, ifMatch: null });
  return findDeletion(tx, id, now);
}

async function readSpace(tx: CommonQueryMethods, id: string): Promise<Json<never>> {
  const { json, version } = await tx.one(spaceById(id));
  return new Json<never>(json, version);
}
