import type { CanUse } from '@space/contracts/core';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const CanUseRow = z.object({ can_use: z.record(z.string(), z.unknown()) });
const DatedCanUseRow = CanUseRow.extend({ updated_at: z.string().nullable() });

/** Returns the Can use list of an agent; empty until it is set. */
export const findCanUse = async (database: CommonQueryMethods, space: string, agent: string): Promise<CanUse> =>
  ((await database.maybeOneFirst(sql.type(CanUseRow)`
    select can_use from events.agent where space_id = ${space} and id = ${agent}`)) ?? {}) as CanUse;

/** Returns the Can use list of an agent with the time it was set, or null. */
export const readCanUse = (database: CommonQueryMethods, space: string, agent: string) =>
  database.maybeOne(sql.type(DatedCanUseRow)`
    select can_use, ${wireTime(sql.fragment`can_use_set_at`)} as updated_at from events.agent where space_id = ${space} and id = ${agent}`);

/** Locks the Can use list of an agent until the transaction ends and returns it; inserts the agent if it has no row. */
export async function lockCanUse(tx: CommonQueryMethods, space: string, agent: string): Promise<CanUse> {
  await tx.query(sql.typeAlias('void')`insert into events.agent (space_id, id) values (${space}, ${agent}) on conflict do nothing`);
  return (await tx.oneFirst(sql.type(CanUseRow)`
    select can_use from events.agent where space_id = ${space} and id = ${agent} for no key update`)) as CanUse;
}

/** Sets the Can use list of an agent and the copies on all listeners that it created. */
export async function setCanUse(tx: CommonQueryMethods, space: string, agent: string, canUse: CanUse, now: string): Promise<void> {
  const json = JSON.stringify(canUse);
  await tx.query(sql.typeAlias('void')`
    update events.agent set can_use = ${json}::jsonb, can_use_set_at = ${now}::timestamptz where space_id = ${space} and id = ${agent}`);
  await tx.query(sql.typeAlias('void')`
    update events.listener set can_use = ${json}::jsonb where space_id = ${space} and agent_id = ${agent}`);
}
