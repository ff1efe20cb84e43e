import { MAX_COUNTED_MATCHES } from '@space/contracts/core';
import {
  containing,
  inPeriod,
  listQuery,
  orderOf,
  type PageInput,
  type PageQuery,
  type Period,
  type SortColumn,
  sql,
} from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { ContactFilter } from '../conditions/condition-sql.ts';
import { type ContactField, contactItem, contactJson } from './contacts.queries.ts';

const c = sql.fragment`c`;

/** The text that `search` matches: name, email and company, one per line. It must equal the expression of the index contact_search. */
const searchText = sql.fragment`lower(c.name || E'\n' || c.email || E'\n' || coalesce(c.company, ''))`;

/** The filters of contacts besides a condition; all of them must hold. */
export interface ContactFilters extends Period {
  readonly search?: string | undefined;
  readonly email?: string | undefined;
  /** Ids of tags that each contact has all of; null is a tag that no contact has. */
  readonly tag_ids?: readonly (string | null)[] | undefined;
}

/** The paging, filters and order of a list of contacts. */
export interface ContactList extends PageInput, ContactFilters {
  /** See `orderOf`; default `-created_at`. */
  readonly sort?: string | undefined;
  readonly fields?: readonly ContactField[] | undefined;
}

/** The query of a list of contacts, newest first by default, with or without a further filter. */
export function listContacts(space: string, list: ContactList, filter?: ContactFilter): PageQuery {
  const { sort = '-created_at', fields } = list;
  const isByTime = list.since !== undefined || list.until !== undefined;
  const isEverything = !filter && conditionsOf(list).length === 0 && !isByTime;
  const isPlain = isEverything && sort === '-created_at' && !fields;
  return listQuery(list, {
    ...selectContacts(space, list, filter),
    alias: 'c',
    item: fields ? contactJson(c, fields) : contactItem,
    most_counted: isEverything ? Number.POSITIVE_INFINITY : MAX_COUNTED_MATCHES,
    // A period reads the index of the times.
    ...orderOf(sort, 'c', isByTime ? { ...columns, created_at } : columns),
    // The first page without a filter is the most frequent call.
    prepare: isPlain ? 'contacts-list' : undefined,
  });
}

/** Returns the contacts of a Space that match filters, and a further filter if there is one. */
function selectContacts(space: string, filters: ContactFilters, filter?: ContactFilter): ContactFilter {
  const conditions = [sql.fragment`c.space_id = ${space}`, ...conditionsOf(filters), ...(filter ? [filter.where] : [])];
  return {
    from: filter?.from ?? sql.fragment`contacts.contact as c`,
    where: sql.fragment`${sql.join(conditions, sql.fragment` and `)} ${inPeriod(sql.fragment`c.created_at`, filters)}`,
  };
}

/**
 * Returns the contacts of a Space that match filters. Postgres checks tags and the further filter for each contact, in place of a join
 * with the contacts that meet them. With statistics from before an import, that join would compare each contact with each other one.
 */
export function selectPerContact(space: string, { tag_ids = [], ...filters }: ContactFilters, filter?: ContactFilter): ContactFilter {
  const conditions = [...tagConditions(tag_ids), ...(filter ? [filter.where] : [])].map(
    (condition) => sql.fragment`(${condition}) is true`,
  );
  if (conditions.length === 0) return selectContacts(space, filters);
  const from = filter?.from ?? sql.fragment`contacts.contact as c`;
  return selectContacts(space, filters, { from, where: sql.fragment`${sql.join(conditions, sql.fragment` and `)}` });
}

const created_at: SortColumn = { column: sql.fragment`c.created_at`, type: 'timestamp' };

/** The columns of each order besides that of creation; each has an index, so a page reads no more contacts than it has. */
const columns: Readonly<Record<string, SortColumn>> = {
  updated_at: { column: sql.fragment`c.updated_at`, type: 'timestamp' },
  name: { column: sql.fragment`lower(c.name)`, type: 'text' },
  email: { column: sql.fragment`lower(c.email)`, type: 'text' },
};

function conditionsOf({ search, email, tag_ids = [] }: ContactFilters): FragmentSqlToken[] {
  return [
    ...(search ? [sql.fragment`${searchText} like lower(${containing(search)})`] : []),
    ...(email === undefined ? [] : [sql.fragment`lower(c.email) = lower(${email})`]),
    ...tagConditions(tag_ids),
  ];
}

/** Builds a condition for each tag: `c` has it. */
const tagConditions = (tag_ids: readonly (string | null)[]): FragmentSqlToken[] =>
  tag_ids.map(
    (tag) => sql.fragment`exists (
      select from contacts.contact_tag as link where link.tag_id = ${tag}::text and link.contact_id = c.id and link.space_id = c.space_id)`,
  );
