import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json } from '@space/bus';
import { agentOf, type Caller, invalidFields, notFound, Problem } from '@space/contracts/core';
import {
  type Action,
  type Automation,
  automationCreated,
  automationDeleted,
  type automations,
  automationUpdated,
  MAX_AUTOMATIONS_PER_SPACE,
  type Trigger,
} from '@space/contracts/events';
import { mustMatch, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import {
  type AutomationChange,
  countAutomations,
  deleteAutomation,
  findAutomation,
  insertAutomation,
  listAutomations,
  parseAutomation,
  updateAutomation,
} from './automations.queries.ts';
import { type Plan, requiredScopes, validatePlan } from './validate-plan.ts';

/** Answers the operations about automations themselves. */
export function automationHandlers(ports: Ports): Pick<Handlers<typeof automations>, 'list' | 'create' | 'get' | 'update' | 'delete'> {
  const { database } = ports;
  const write = createWriter('events', ports);
  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listAutomations(caller.space_id, input))),

    get: async ({ input, caller }) => {
      const row = await findAutomation(database, caller.space_id, input.id);
      if (!row) throw notFound('automation', input.id);
      return new Json(row.json, row.version);
    },

    create: async (call) => {
      const { description = null, scopes, ...rest } = call.input;
      mustBeSound({ ...rest, scopes }, call.caller.scopes);
      return write.write(call, async (tx) => {
        if ((await countAutomations(tx, call.caller.space_id)) >= MAX_AUTOMATIONS_PER_SPACE)
          throw new Problem(
            'limit_reached',
            `This Space has ${MAX_AUTOMATIONS_PER_SPACE} automations, which is the most it can have; delete one first.`,
          );
        const { space_id, key_id } = call.caller;
        const agent_id = agentOf(call.caller);
        const automation = {
          ...rest,
          description,
          scopes: scopes ?? requiredScopes(rest.actions),
          id: newId('aut'),
          space_id,
          key_id,
          agent_id,
        };
        const row = await insertAutomation(tx, automation, tx.now);
        tx.emit(automationCreated, about(automation));
        return new Json(row.json, row.version);
      });
    },

    update: (call) =>
      write.write(call, async (tx) => {
        const { id, ...given } = call.input;
        const row = await lockAutomation(tx, call.caller.space_id, id, call.if_version);
        const before = parseAutomation(row);
        const change = changesOf(before, call.caller, given);
        const changed = Object.keys(change).filter((field) => field !== 'agent_id');
        if (changed.length === 0) return new Json(row.json, row.version);
        // Whoever decides what it does, or that it does it, must be allowed to do all of it.
        if (change.key_id !== undefined || decides(change)) mustBeSound({ ...planOf(before), ...change } as Plan, call.caller.scopes);
        const after = await updateAutomation(tx, call.caller.space_id, id, change, tx.now);
        const { name, enabled } = parseAutomation(after);
        tx.emit(automationUpdated, { ...about({ id, name }), changed, enabled });
        return new Json(after.json, after.version);
      }),

    delete: (call) =>
      write.write(call, async (tx) => {
        const row = await lockAutomation(tx, call.caller.space_id, call.input.id, call.if_version);
        await deleteAutomation(tx, call.caller.space_id, call.input.id);
        tx.emit(automationDeleted, about(parseAutomation(row)));
        return { id: call.input.id, deleted: true as const };
      }),
  };
}

/** How events name an automation. */
const about = ({ id, name }: Pick<Automation, 'id' | 'name'>) => ({ automation_id: id, automation: name });

function mustBeSound(plan: Plan, keyScopes: readonly string[] = []): void {
  const faults = validatePlan(plan, keyScopes);
  if (faults.length > 0) throw invalidFields(faults);
}

const planOf = ({ trigger, actions, scopes }: Automation): Plan => ({ trigger: trigger as Trigger, actions: actions as Action[], scopes });

/** Whether a change is about what an automation does, or that it does it. */
const decides = ({ trigger, actions, scopes, enabled }: AutomationChange): boolean =>
  trigger !== undefined || actions !== undefined || scopes !== undefined || enabled === true;

type Given = { [K in keyof AutomationChange]: AutomationChange[K] | undefined };

/** Of the fields given those that differ; and the key, when another one decides what the automation does from now on. */
function changesOf(before: Automation, caller: Caller, given: Given): AutomationChange {
  const change: AutomationChange = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof Automation])),
  );
  const takesOver = before.key_id !== caller.key_id && (decides(change) || given.enabled === true);
  return takesOver ? { ...change, key_id: caller.key_id, agent_id: agentOf(caller) } : change;
}

async function lockAutomation(tx: CommonQueryMethods, space: string, id: string, version: readonly number[] | null) {
  const row = await findAutomation(tx, space, id, true);
  if (!row) throw notFound('automation', id);
  mustMatch(version, row.version);
  return row;
}
