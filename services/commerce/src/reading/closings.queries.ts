import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const OpenRow = z.object({ space_id: z.string(), integration_id: z.string(), currency: z.string() });

/** The accounts of a connection in one currency, which are closed together. */
export type AccountGroup = z.infer<typeof OpenRow>;

/** Returns the groups of accounts with movements that were entered before a time, in milliseconds, and that no closing counts. */
export const listOpenGroups = (database: CommonQueryMethods, until: number) =>
  database.any(sql.type(OpenRow)`
    select g.space_id, g.integration_id, g.currency
    from (
      select a.space_id, a.integration_id, a.currency, coalesce(max(k.until), '-infinity') as until
      from commerce.account as a
      left join commerce.closing as k on k.space_id = a.space_id and k.integration_id = a.integration_id and k.code = a.code
        and k.currency = a.currency
      group by a.space_id, a.integration_id, a.currency
    ) as g
    where exists (
      select from commerce.movement as m
      where m.space_id = g.space_id and m.integration_id = g.integration_id and m.currency = g.currency
        and m.entered_at >= g.until and m.entered_at < ${isoTime(until)}::timestamptz)`);

/** Makes other transactions that close these accounts wait until this one ends. Movements can still be added. */
export const lockGroup = (tx: CommonQueryMethods, { space_id, integration_id, currency }: AccountGroup) =>
  tx.query(sql.typeAlias('void')`
    select from commerce.account where space_id = ${space_id} and integration_id = ${integration_id} and currency = ${currency}
    order by code for no key update`);

/** Returns the time, in milliseconds, before which the movements of these accounts are counted; null before the first closing. */
export const findClosedUntil = (tx: CommonQueryMethods, { space_id, integration_id, currency }: AccountGroup) =>
  tx.oneFirst(sql.type(z.object({ until: z.number().nullable() }))`
    select max(until) as until from commerce.closing
    where space_id = ${space_id} and integration_id = ${integration_id} and currency = ${currency}`);

/** Adds the movements that were entered in a period to the closings of these accounts, all of which then have its end. */
export const advanceClosings = (
  tx: CommonQueryMethods,
  { space_id, integration_id, currency }: AccountGroup,
  since: number | null,
  until: number,
) =>
  tx.query(sql.typeAlias('void')`
    with moved as (
      select debit, credit, sum(amount) as amount from commerce.movement
      where space_id = ${space_id} and integration_id = ${integration_id} and currency = ${currency}
        and entered_at < ${isoTime(until)}::timestamptz
        ${since === null ? sql.fragment`` : sql.fragment`and entered_at >= ${isoTime(since)}::timestamptz`}
      group by debit, credit)
    insert into commerce.closing as k (space_id, integration_id, code, currency, until, debit, credit)
    select a.space_id, a.integration_id, a.code, a.currency, ${isoTime(until)}::timestamptz,
      coalesce((select sum(amount) from moved where moved.debit = a.code), 0),
      coalesce((select sum(amount) from moved where moved.credit = a.code), 0)
    from commerce.account as a
    where a.space_id = ${space_id} and a.integration_id = ${integration_id} and a.currency = ${currency}
    on conflict (space_id, integration_id, code, currency) do update set
      until = excluded.until, debit = k.debit + excluded.debit, credit = k.credit + excluded.credit`);
