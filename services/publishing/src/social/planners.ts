import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json } from '@space/bus';
import { invalidFields, notFound, Problem } from '@space/contracts/core';
import {
  MAX_PLANNERS_PER_SPACE,
  type SocialPlanner,
  type social,
  socialPlannerCreated,
  socialPlannerDeleted,
  socialPlannerUpdated,
} from '@space/contracts/publishing';
import { mustMatch, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { lockAccounts } from './accounts.queries.ts';
import { isTimeZone, nextFreeTime } from './planner-times.ts';
import {
  countPlanners,
  deletePlanner,
  isoTimeOrNull,
  listPlanners,
  lockPlanner,
  type PlannerFields,
  type StoredPlanner,
  takenTimes,
  writePlanner,
} from './planners.queries.ts';
import { unresolvedAccounts } from './unresolved-accounts.ts';

type Operations = 'list_planners' | 'create_planner' | 'update_planner' | 'delete_planner';

/** Answers what the contract of social says about planners. */
export function plannerHandlers(ports: Ports): Pick<Handlers<typeof social>, Operations> {
  const { database, clock } = ports;
  const write = createWriter('publishing', ports);

  const wire = ({ taken, version: _version, ...planner }: StoredPlanner): SocialPlanner => ({
    ...planner,
    slots: [...planner.slots],
    account_ids: [...planner.account_ids],
    scheduled_count: taken.length,
    next_free_at: isoTimeOrNull(nextFreeTime(planner.timezone, planner.slots, new Set(taken.map((time) => Date.parse(time))), clock.now())),
  });
  const answer = async (tx: CommonQueryMethods, space: string, id: string) => {
    const planner = (await lockPlanner(tx, space, id))!;
    return new Json<SocialPlanner>(JSON.stringify(wire(planner)), planner.version, takenTimes(planner).size);
  };

  return {
    list_planners: async ({ input, caller }) => {
      const page = JSON.parse(await readPage(database, listPlanners(caller.space_id, input)));
      return { ...page, data: page.data.map(wire) };
    },

    create_planner: (call) => {
      assertTimeZone(call.input);
      return write.write(call, async (tx) => {
        const space = call.caller.space_id;
        if ((await countPlanners(tx, space)) >= MAX_PLANNERS_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_PLANNERS_PER_SPACE} planners; delete one first.`);
        await assertAccountsExist(tx, space, call.input.account_ids);
        const id = newId('pln');
        await writePlanner(tx, space, id, call.input, tx.now);
        tx.emit(socialPlannerCreated, { planner_id: id, planner: call.input.name });
        return answer(tx, space, id);
      });
    },

    update_planner: (call) => {
      const { id, ...fields } = call.input;
      const space = call.caller.space_id;
      assertTimeZone(fields);
      return write.write(call, async (tx) => {
        const before = await lock(tx, space, id, call.if_version);
        if (fields.account_ids) await assertAccountsExist(tx, space, fields.account_ids);
        const changed = (Object.keys(fields) as (keyof PlannerFields)[]).filter(
          (name) => fields[name] !== undefined && !isDeepStrictEqual(fields[name], before[name]),
        );
        if (changed.length > 0) {
          const given = Object.fromEntries(changed.map((name) => [name, fields[name]]));
          await writePlanner(tx, space, id, { ...before, ...given }, tx.now);
          tx.emit(socialPlannerUpdated, { planner_id: id, planner: fields.name ?? before.name, changed });
        }
        return answer(tx, space, id);
      });
    },

    delete_planner: (call) =>
      write.write(call, async (tx) => {
        const { id } = call.input;
        const { name } = await lock(tx, call.caller.space_id, id, call.if_version);
        await deletePlanner(tx, call.caller.space_id, id);
        tx.emit(socialPlannerDeleted, { planner_id: id, planner: name });
        return { id, deleted: true as const };
      }),
  };
}

async function lock(tx: CommonQueryMethods, space: string, id: string, version: readonly number[] | null): Promise<StoredPlanner> {
  const planner = await lockPlanner(tx, space, id);
  if (!planner) throw notFound('planner', id);
  mustMatch(version, planner.version);
  return planner;
}

function assertTimeZone({ timezone }: { readonly timezone?: string | undefined }): void {
  if (timezone !== undefined && !isTimeZone(timezone))
    throw invalidFields([{ path: 'timezone', code: 'invalid_value', message: `"${timezone}" is no time zone; name one as Europe/Berlin` }]);
}

async function assertAccountsExist(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const there = await lockAccounts(tx, space);
  const fault = unresolvedAccounts(ids, there);
  if (fault) throw fault;
}
