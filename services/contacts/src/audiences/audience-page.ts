import { MAX_PAGE_COMPARISONS } from '@space/contracts/contacts';
import { encodeCursor } from '@space/database';
import { countComparisons } from '../conditions/validate-condition.ts';
import type { StoredAudience } from './audiences.queries.ts';

/** A page of audiences. */
interface PageOf<Audience> {
  readonly data: readonly Audience[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly total?: number;
}

/** A page of stored audiences, as `listAudiences` reads it. */
type ListedPage = PageOf<StoredAudience & { readonly sort_name: string }>;

/**
 * Returns the page up to the audience at which it has `MAX_PAGE_COMPARISONS` comparisons; the next page starts there, in the
 * order `sort`.
 */
export function limitComparisons({ data: listed, ...page }: ListedPage, sort: string): PageOf<StoredAudience> {
  const data = listed.map(({ sort_name: _, ...audience }) => audience);
  let comparisons = 0;
  const end = data.findIndex(function exceedsBound({ condition }) {
    comparisons += condition ? countComparisons(condition) : 0;
    return comparisons > MAX_PAGE_COMPARISONS;
  });
  if (end < 0) return { ...page, data };
  const { id, sort_name } = listed[end - 1]!;
  const place = sort.endsWith('name') ? [sort_name, id, sort] : [id];
  return { ...page, data: data.slice(0, end), has_more: true, next_cursor: encodeCursor(place) };
}
