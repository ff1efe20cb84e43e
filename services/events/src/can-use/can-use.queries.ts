import type { CanUse } from '@space/contracts/core';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const CanUseRow = z.object({ can_use: z.record(z.string(), z.unknown()) });
const CanUseSet = CanUseRow.extend({ updated_at: z.string().nullable() });

/** What an agent may use; nothing of any kind when nobody has said. */
export const findCanUse = async (database: CommonQueryMethods, space: string, agent: string): Promise<CanUse> =>
  ((await database.maybeOneFirst(sql.type(CanUseRow)`
    select can_use from events.agent where space_id = ${space} and id = ${agent}`)) ?? {}) as CanUse;

/** What an agent may use, with when that was set. */
export const readCanUse = (database: CommonQueryMethods, space: string, agent: string) =>
  database.maybeOne(sql.type(CanUseSet)`
    select can_use, ${wireTime(sql.fragment`can_use_set_at`)} as updated_at from events.agent where space_id = ${space} and id = ${agent}`);

/** What an agent may use, kept from changing until the transaction ends; the agent is known from then on. */
export async function lockCanUse(tx: CommonQueryMethods, space: string, agent: string): Promise<CanUse> {
  await tx.query(sql.typeAlias('void')`insert into events.agent (space_id, id) values (${space}, ${agent}) on conflict do nothing`);
  return (await tx.oneFirst(sql.type(CanUseRow)`
    select can_use from events.agent where space_id = ${space} and id = ${agent} for no key update`)) as CanUse;
}

/** Sets what an agent may use, for itself and for every listener it made. */
export async function setCanUse(tx: CommonQueryMethods, space: string, agent: string, canUse: CanUse, now: string): Promise<void> {
  const json = JSON.stringify(canUse);
  await tx.query(sql.typeAlias('void')`
    update events.agent set can_use = ${json}::jsonb, can_use_set_at = ${now}::timestamptz where space_id = ${space} and id = ${agent}`);
  await tx.query(sql.typeAlias('void')`
    update events.listener set can_use = ${json}::jsonb where space_id = ${space} and agent_id = ${agent}`);
}
