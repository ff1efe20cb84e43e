import { oneOf, text, words } from '../../routing/search-params.ts';
import type { Audience, ContactFilter } from './contact.ts';
import { columnNames } from './contact.ts';

/** The orders of the list, with their words. */
export const orders = [
  ['-created_at', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['-updated_at', 'Changed lately'],
  ['name', 'Name'],
  ['-name', 'Name, reversed'],
  ['email', 'Email'],
] as const;

/** The parameters of the list in its address. */
export const listParams = {
  search: text,
  tags: words,
  audience: text,
  sort: oneOf(orders.map(([order]) => order)),
  columns: words,
  new: text,
};

/** The source of a list of contacts: a filter, or the contacts of an audience with a fixed list. */
export type ContactSource = { readonly audience_id: string; readonly sort: ContactFilter['sort'] } | { readonly filter: ContactFilter };

/** Returns what a list reads. The rule of an audience joins the other filters; a fixed list of an audience stands alone. */
export function sourceOf(
  {
    search,
    tags,
    sort,
  }: { readonly search?: string | undefined; readonly tags?: readonly string[] | undefined; readonly sort?: ContactFilter['sort'] },
  audience: Pick<Audience, 'id' | 'kind' | 'condition'> | undefined,
): ContactSource {
  if (audience?.kind === 'fixed') return { audience_id: audience.id, sort };
  const filter: ContactFilter = {
    ...(search?.trim() && { search: search.trim() }),
    ...(tags && tags.length > 0 && { tags: [...tags] }),
    ...(sort && { sort }),
    ...(audience?.condition && { condition: audience.condition }),
  };
  return { filter };
}

/** Returns the columns of an address that exist, in the order of the catalog. */
export const columnsOf = (asked: readonly string[] | undefined, byDefault: readonly (typeof columnNames)[number][]) =>
  asked === undefined ? byDefault : columnNames.filter((name) => asked.includes(name));
