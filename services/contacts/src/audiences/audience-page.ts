import { MAX_PAGE_COMPARISONS } from '@space/contracts/contacts';
import { cursorAfter, type PageEntries } from '@space/database';
import { countComparisons } from '../conditions/validate-condition.ts';
import type { StoredAudience } from './audiences.queries.ts';

/** A page of stored audiences. */
interface AudiencePage {
  readonly data: readonly StoredAudience[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly total?: number;
}

/** Returns the page up to the audience at which it has `MAX_PAGE_COMPARISONS` comparisons; the next page starts there. */
export function limitComparisons({ entries, has_more, ...page }: PageEntries): AudiencePage {
  const data = entries.map(({ item }) => JSON.parse(item) as StoredAudience);
  let comparisons = 0;
  const end = data.findIndex(function exceedsBound({ condition }) {
    comparisons += condition ? countComparisons(condition) : 0;
    return comparisons > MAX_PAGE_COMPARISONS;
  });
  const length = end < 0 ? data.length : end;
  const hasMore = has_more || end >= 0;
  return {
    ...page,
    data: data.slice(0, length),
    has_more: hasMore,
    next_cursor: hasMore ? cursorAfter(entries[length - 1]!) : null,
  };
}
