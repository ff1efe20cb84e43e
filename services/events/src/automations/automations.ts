import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Handlers, Json } from '@space/bus';
import { agentOf, assertAll, type Caller, callerId, type FieldError, invalidFields, notFound, Problem } from '@space/contracts/core';
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
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { assertReferencesExist, idsInTriggerFilters } from '../references/filter-references.ts';
import { resolveActionNames } from './action-names.ts';
import {
  type AutomationChange,
  countAutomations,
  deleteAutomation,
  findAutomation,
  insertAutomation,
  listAutomations,
  lockAutomation,
  parseAutomation,
  updateAutomation,
} from './automations.queries.ts';
import { type Plan, requiredScopes, validatePlan, validateReadableActions } from './validate-plan.ts';

type AutomationHandlers = Pick<Handlers<typeof automations>, 'list' | 'create' | 'get' | 'update' | 'delete'>;

/** Returns the handlers of the contract `automations`, without those of runs. An invalid automation gets all its errors together. */
export function createAutomationHandlers(ports: Ports): AutomationHandlers {
  const handlers = createHandlers(ports);
  const findMoreErrors = (input: Readonly<Record<string, unknown>>, caller: Caller) => validateReadableActions(input, caller.scopes ?? []);
  return {
    ...handlers,
    create: Object.assign(handlers.create, { findMoreErrors }),
    update: Object.assign(handlers.update, { findMoreErrors }),
  };
}

function createHandlers(ports: Ports): AutomationHandlers {
  const { database } = ports;
  const writer = createWriter('events', ports);
  return {
    async list({ input, caller }) {
      return new Json(await readPage(database, listAutomations(caller.space_id, input)));
    },

    async get({ input, caller }) {
      const row = await findAutomation(database, caller.space_id, input.id);
      if (!row) throw notFound('automation', input.id);
      return new Json(row.json, row.version);
    },

    async create(call) {
      const { description = null, scopes, ...input } = call.input;
      const named = resolveActionNames(input.actions);
      const rest = { ...input, actions: named.actions };
      await assertAll([
        assertValidPlan({ ...rest, scopes }, call.caller.scopes, named.errors),
        assertReferencesExist(ports, call, idsInTrigger(rest.trigger)),
      ]);
      return writer.write(call, async (tx) => {
        if ((await countAutomations(tx, call.caller.space_id)) >= MAX_AUTOMATIONS_PER_SPACE)
          throw new Problem(
            'limit_reached',
            `This Space has ${MAX_AUTOMATIONS_PER_SPACE} automations, which is the maximum; delete one first.`,
          );
        const { space_id } = call.caller;
        const key_id = callerId(call.caller);
        const agent_id = agentOf(call.caller);
        const id = newId('aut');
        const automation = { ...rest, description, scopes: scopes ?? requiredScopes(rest.actions), id, space_id, key_id, agent_id };
        const row = await insertAutomation(tx, automation, tx.now);
        tx.emit(automationCreated, automationData(automation));
        return new Json(row.json, row.version);
      });
    },

    async update(call) {
      const { id, actions, ...input } = call.input;
      const named = resolveActionNames(actions ?? []);
      const given = { ...input, actions: actions && named.actions };
      const allowedChange = async (before: Automation): Promise<AutomationChange> => {
        const change = findChanges(before, call.caller, given);
        // A key that decides what the automation does, or enables it, must be allowed to do all of it.
        if (change.key_id !== undefined || changesPlan(change))
          await assertValidPlan({ ...toPlan(before), ...change } as Plan, call.caller.scopes, named.errors);
        return change;
      };
      const stored = input.trigger && (await findAutomation(database, call.caller.space_id, id));
      if (input.trigger && stored) {
        const before = parseAutomation(stored);
        const ids = assertReferencesExist(ports, call, idsInTrigger(input.trigger), idsInTrigger(before.trigger as Trigger));
        await assertAll([allowedChange(before), ids]);
      }
      return writer.write(call, async (tx) => {
        const row = await lockAutomation(tx, call.caller.space_id, id, call.if_version);
        const before = parseAutomation(row);
        const change = await allowedChange(before);
        const changed = Object.keys(change).filter((field) => field !== 'agent_id');
        if (changed.length === 0) return withBefore(row, {});
        const after = await updateAutomation(tx, call.caller.space_id, id, change, tx.now);
        const { name, enabled } = parseAutomation(after);
        tx.emit(automationUpdated, { ...automationData({ id, name }), changed, enabled });
        const replaced = changed.filter((field) => field !== 'key_id').map((field) => [field, before[field as keyof Automation]]);
        return withBefore(after, Object.fromEntries(replaced));
      });
    },

    delete(call) {
      return writer.write(call, async (tx) => {
        const row = await lockAutomation(tx, call.caller.space_id, call.input.id, call.if_version);
        await deleteAutomation(tx, call.caller.space_id, call.input.id);
        tx.emit(automationDeleted, automationData(parseAutomation(row)));
        return { id: call.input.id, deleted: true as const };
      });
    },
  };
}

/** Returns an automation with the values before of the fields that changed, and the ETag that a read of it has. */
const withBefore = ({ json, version }: { readonly json: string; readonly version: number }, before: object) =>
  new Json<never>(`${json.slice(0, -1)},"before":${JSON.stringify(before)}}`, version, crc32(json));

/** Returns the ids in the filters of a trigger. */
const idsInTrigger = (trigger: Trigger) => idsInTriggerFilters('event_type' in trigger ? trigger.filters : {});

/** Returns the fields by which events name an automation. */
const automationData = ({ id, name }: Pick<Automation, 'id' | 'name'>) => ({ automation_id: id, automation: name });

async function assertValidPlan(plan: Plan, keyScopes: readonly string[] = [], found: readonly FieldError[] = []): Promise<void> {
  const errors = [...found, ...validatePlan(plan, keyScopes)];
  if (errors.length > 0) throw invalidFields(errors);
}

const toPlan = ({ trigger, actions, scopes }: Automation): Plan => ({ trigger: trigger as Trigger, actions: actions as Action[], scopes });

/** Returns true if a change affects what an automation does, or enables it. */
const changesPlan = ({ trigger, actions, scopes, enabled }: AutomationChange): boolean =>
  trigger !== undefined || actions !== undefined || scopes !== undefined || enabled === true;

type GivenFields = { [K in keyof AutomationChange]: AutomationChange[K] | undefined };

/** Returns the given fields that differ, and the caller's key if it decides what the automation does from now on. */
function findChanges(before: Automation, caller: Caller, given: GivenFields): AutomationChange {
  const change: AutomationChange = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof Automation])),
  );
  const key_id = callerId(caller);
  const takesOver = before.key_id !== key_id && (changesPlan(change) || given.enabled === true);
  return takesOver ? { ...change, key_id, agent_id: agentOf(caller) } : change;
}
