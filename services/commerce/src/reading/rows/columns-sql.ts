import { sql, wireTime } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

const commaList = (parts: readonly FragmentSqlToken[]): FragmentSqlToken => sql.fragment`${sql.join(parts, sql.fragment`, `)}`;

/** Builds a list of columns of a row. */
export const columnsOf = (alias: string, names: readonly string[]): FragmentSqlToken =>
  commaList(names.map((name) => sql.fragment`${sql.identifier([alias, name])}`));

/** Builds a list of times of a row, as the wire shows them. */
export const timesOf = (alias: string, names: readonly string[]): FragmentSqlToken =>
  commaList(names.map((name) => sql.fragment`${wireTime(sql.fragment`${sql.identifier([alias, name])}`)} as ${sql.identifier([name])}`));

/** Builds conditions, each with a leading `and`, that columns of a row equal values; an absent value is no condition. */
export function equalTo(
  alias: string,
  values: Readonly<Record<string, string | boolean | FragmentSqlToken | undefined>>,
): FragmentSqlToken {
  const conditions = Object.entries(values).map(([name, value]) =>
    value === undefined ? sql.fragment`` : sql.fragment`and ${sql.identifier([alias, name])} = ${value}`,
  );
  return sql.fragment`${sql.join(conditions, sql.fragment` `)}`;
}

/** Builds the id under which an order of a Space is stored: that of another one if both became one. It is computed once per statement. */
export const presentOrderId = (space: string, order_id: string): FragmentSqlToken => sql.fragment`coalesce((
  select merged.order_id from commerce.merged_order as merged where merged.space_id = ${space} and merged.id = ${order_id}), ${order_id})`;

/** Builds the id of the order that a column of a row names by an id at the provider; null if there is none. */
export const orderIdOf = (alias: string, reference: string): FragmentSqlToken => sql.fragment`(
  select named.order_id from commerce.order_alias as named
  where named.space_id = ${sql.identifier([alias, 'space_id'])} and named.integration_id = ${sql.identifier([alias, 'integration_id'])}
    and named.alias = ${sql.identifier([alias, reference])})`;

/** Builds a condition, with a leading `and`, that a row names an order by one of the ids at the provider; absent without an order. */
export const isOfOrder = (space: string, alias: string, order_id: string | undefined): FragmentSqlToken =>
  order_id === undefined
    ? sql.fragment``
    : sql.fragment`and (${sql.identifier([alias, 'integration_id'])}, ${sql.identifier([alias, 'order_reference'])}) in (
        select named.integration_id, named.alias from commerce.order_alias as named
        where named.space_id = ${space} and named.order_id = ${presentOrderId(space, order_id)})`;
