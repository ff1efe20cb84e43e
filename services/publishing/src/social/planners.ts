import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json, withBefore } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import {
  MAX_PLANNERS_PER_SPACE,
  type SocialPlanner,
  type social,
  socialPlannerCreated,
  socialPlannerDeleted,
  socialPlannerUpdated,
} from '@space/contracts/publishing';
import { isoTime, mustMatch, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { nextPlannerTime } from './planner-times.ts';
import {
  countPlanners,
  deletePlanner,
  findPlanner,
  listPlanners,
  lockPlanner,
  type PlannerFields,
  type StoredPlanner,
  writePlanner,
} from './planners.queries.ts';
import { assertAccountsExist } from './unresolved-accounts.ts';

type Operations = 'list_planners' | 'get_planner' | 'create_planner' | 'update_planner' | 'delete_planner';

/** Returns the handlers of planners. */
export function plannerHandlers(ports: Ports): Pick<Handlers<typeof social>, Operations> {
  const { database, clock } = ports;
  const write = createWriter('publishing', ports);

  function toResponse({ version: _version, taken, ...planner }: StoredPlanner): SocialPlanner {
    const next = nextPlannerTime({ ...planner, taken }, clock.now());
    return {
      ...planner,
      slots: [...planner.slots],
      account_ids: [...planner.account_ids],
      scheduled_count: taken.length,
      next_free_at: next === null ? null : isoTime(next),
    };
  }

  async function readResponse(connection: CommonQueryMethods, space: string, id: string) {
    const planner = await findPlanner(connection, space, id);
    if (!planner) throw notFound('planner', id);
    return new Json<SocialPlanner>(JSON.stringify(toResponse(planner)), planner.version);
  }

  return {
    async list_planners({ input, caller }) {
      const page = JSON.parse(await readPage(database, listPlanners(caller.space_id, input)));
      return { ...page, data: page.data.map(toResponse) };
    },

    get_planner: ({ input, caller }) => readResponse(database, caller.space_id, input.id),

    create_planner: (call) =>
      write.write(call, async (tx) => {
        const space = call.caller.space_id;
        if ((await countPlanners(tx, space)) >= MAX_PLANNERS_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_PLANNERS_PER_SPACE} planners; delete a planner first.`);
        await assertAccountsExist(tx, space, call.input.account_ids);
        const id = newId('pln');
        await writePlanner(tx, space, id, call.input, tx.now);
        tx.emit(socialPlannerCreated, { planner_id: id, planner: call.input.name });
        return readResponse(tx, space, id);
      }),

    update_planner(call) {
      const { id, ...fields } = call.input;
      const space = call.caller.space_id;
      return write.write(call, async (tx) => {
        const before = await lockVersion(tx, space, id, call.if_version);
        if (fields.account_ids) await assertAccountsExist(tx, space, fields.account_ids);
        const changed = (Object.keys(fields) as (keyof PlannerFields)[]).filter(
          (name) => fields[name] !== undefined && !isDeepStrictEqual(fields[name], before[name]),
        );
        if (changed.length > 0) {
          const given = Object.fromEntries(changed.map((name) => [name, fields[name]]));
          await writePlanner(tx, space, id, { ...before, ...given }, tx.now);
          tx.emit(socialPlannerUpdated, { planner_id: id, planner: fields.name ?? before.name, changed });
        }
        return withBefore(
          await readResponse(tx, space, id),
          { ...before, slots: [...before.slots], account_ids: [...before.account_ids] },
          changed,
        );
      });
    },

    delete_planner: (call) =>
      write.write(call, async (tx) => {
        const { id } = call.input;
        const { name } = await lockVersion(tx, call.caller.space_id, id, call.if_version);
        await deletePlanner(tx, call.caller.space_id, id);
        tx.emit(socialPlannerDeleted, { planner_id: id, planner: name });
        return { id, deleted: true as const };
      }),
  };
}

async function lockVersion(tx: CommonQueryMethods, space: string, id: string, versions: readonly number[] | null): Promise<StoredPlanner> {
  const planner = await lockPlanner(tx, space, id);
  if (!planner) throw notFound('planner', id);
  mustMatch(versions, planner.version);
  return planner;
}
