import { oneOf, text, words } from '../../routing/search-params.ts';
import type { ContactFilter } from './contact.ts';
import { columnNames } from './contact.ts';
import { type Order, orders } from './contact-order.ts';

/** The parameters of the list in its address. */
export const listParams = {
  search: text,
  tags: words,
  audience: text,
  sort: oneOf(orders.map(([order]) => order)),
  columns: words,
  new: text,
};

/** The filters and the order in the address of the list; an absent one is undefined. */
interface Asked {
  readonly search?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly audience?: string | undefined;
  readonly sort?: Order | undefined;
}

/** Returns what a list reads. All filters must hold. */
export const filterOf = ({ search, tags, audience, sort }: Asked): ContactFilter => ({
  ...(search?.trim() && { search: search.trim() }),
  ...(tags && tags.length > 0 && { tags: [...tags] }),
  ...(audience && { audience_id: audience }),
  ...(sort && { sort }),
});

/** Returns the columns of an address that exist, in the order of the catalog. */
export const columnsOf = (asked: readonly string[] | undefined, byDefault: readonly (typeof columnNames)[number][]) =>
  asked === undefined ? byDefault : columnNames.filter((name) => asked.includes(name));
