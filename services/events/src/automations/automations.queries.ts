import type { Action, Automation, Trigger } from '@space/contracts/events';
import { listQuery, lockVersioned, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const AutomationRow = z.object({ json: z.string(), version: z.number() });

/** The JSON of the automation `a`. */
const automationJson = sql.fragment`(select row_to_json(r) from (select
  a.id, ${wireTime(sql.fragment`a.created_at`)} as created_at, ${wireTime(sql.fragment`a.updated_at`)} as updated_at,
  a.name, a.description,
  case when a.event_type is null then json_build_object('manual', true)
       else json_build_object('event_type', a.event_type, 'filters', a.filters) end as trigger,
  a.actions, a.scopes, a.key_id, a.agent_id, a.enabled) as r)`;

const columns = sql.fragment`${automationJson}::text as json, a.version`;

/** Builds the list of the automations of a Space. */
export const listAutomations = (
  space: string,
  { enabled, sort, ...page }: PageInput & { enabled?: boolean | undefined; sort: string },
): PageQuery =>
  listQuery(page, {
    from: sql.fragment`events.automation as a`,
    alias: 'a',
    where: sql.fragment`a.space_id = ${space} ${enabled === undefined ? sql.fragment`` : sql.fragment`and a.enabled = ${enabled}`}`,
    item: automationJson,
    ...orderOf(sort, 'a', {
      updated_at: { column: sql.fragment`a.updated_at`, type: 'timestamp' },
      name: { column: sql.fragment`lower(a.name)`, type: 'text' },
    }),
  });

const byId = (space: string, id: string) => sql.type(AutomationRow)`
  select ${columns} from events.automation as a where a.space_id = ${space} and a.id = ${id}`;

/** Returns one automation of a Space, or null. */
export const findAutomation = (database: CommonQueryMethods, space: string, id: string) => database.maybeOne(byId(space, id));

/** Returns one automation, locked until the transaction ends; throws `not_found`, and `precondition_failed` for If-Match. */
export const lockAutomation = (tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null) =>
  lockVersioned(tx, byId(space, id), { noun: 'automation', id, ifMatch });

/** Returns true if a Space has an automation of this id. */
export const automationExists = (database: CommonQueryMethods, space: string, id: string): Promise<boolean> =>
  database.exists(sql.type(z.unknown())`select from events.automation where space_id = ${space} and id = ${id}`);

/**
 * Counts the automations of a Space. Holds an advisory lock until the transaction ends, so that an automation can be
 * counted and added without a race.
 */
export async function countAutomations(tx: CommonQueryMethods, space: string): Promise<number> {
  await tx.query(sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended(${`automations:${space}`}, 0))`);
  return tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from events.automation where space_id = ${space}`);
}

/** The fields of a new automation. */
export interface NewAutomation {
  readonly id: string;
  readonly space_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly trigger: Trigger;
  readonly actions: readonly Action[];
  readonly scopes: readonly string[];
  readonly key_id: string;
  readonly agent_id: string | null;
  readonly enabled: boolean;
}

const typeOf = (trigger: Trigger): string | null => ('event_type' in trigger ? trigger.event_type : null);
const filtersOf = (trigger: Trigger): string => JSON.stringify('event_type' in trigger ? trigger.filters : {});

/** Inserts an automation and returns it. */
export const insertAutomation = (tx: CommonQueryMethods, automation: NewAutomation, now: string) =>
  tx.one(sql.type(AutomationRow)`
    insert into events.automation as a
      (id, space_id, name, description, event_type, filters, actions, scopes, key_id, agent_id, enabled, created_at, updated_at)
    values (${automation.id}, ${automation.space_id}, ${automation.name}, ${automation.description}, ${typeOf(automation.trigger)},
            ${filtersOf(automation.trigger)}::json, ${JSON.stringify(automation.actions)}::json, ${sql.array([...automation.scopes], 'text')},
            ${automation.key_id}, ${automation.agent_id}, ${automation.enabled}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${columns}`);

/** The fields of an automation that can change. */
export type AutomationChange = Partial<Omit<NewAutomation, 'id' | 'space_id'>>;

/** Updates an automation and returns it. */
export function updateAutomation(tx: CommonQueryMethods, space: string, id: string, change: AutomationChange, now: string) {
  const assignments = [
    change.name !== undefined && sql.fragment`name = ${change.name}`,
    change.description !== undefined && sql.fragment`description = ${change.description}`,
    change.trigger && sql.fragment`event_type = ${typeOf(change.trigger)}, filters = ${filtersOf(change.trigger)}::json`,
    change.actions && sql.fragment`actions = ${JSON.stringify(change.actions)}::json`,
    change.scopes && sql.fragment`scopes = ${sql.array([...change.scopes], 'text')}`,
    change.key_id !== undefined && sql.fragment`key_id = ${change.key_id}, agent_id = ${change.agent_id ?? null}`,
    change.enabled !== undefined && sql.fragment`enabled = ${change.enabled}`,
    sql.fragment`version = version + 1, updated_at = ${now}::timestamptz`,
  ].filter((assignment) => assignment !== undefined && assignment !== false);
  return tx.one(sql.type(AutomationRow)`
    update events.automation as a set ${sql.join(assignments, sql.fragment`, `)} where a.space_id = ${space} and a.id = ${id}
    returning ${columns}`);
}

/** Deletes an automation with its runs. */
export async function deleteAutomation(tx: CommonQueryMethods, space: string, id: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`delete from events.automation_run where space_id = ${space} and automation_id = ${id}`);
  await tx.query(sql.typeAlias('void')`delete from events.automation where space_id = ${space} and id = ${id}`);
}

/** Parses the JSON of an automation row. */
export const parseAutomation = ({ json }: { readonly json: string }): Automation => JSON.parse(json) as Automation;
