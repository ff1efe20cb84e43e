import { MAX_PAGE_COMPARISONS } from '@space/contracts/contacts';
import { encodeCursor } from '@space/database';
import { countComparisons } from '../conditions/validate-condition.ts';
import type { StoredAudience } from './audiences.queries.ts';

/** A page of stored audiences, as `listAudiences` reads it. */
interface AudiencePage {
  readonly data: readonly StoredAudience[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly total?: number;
}

/** Returns the page up to the audience at which it has `MAX_PAGE_COMPARISONS` comparisons; the next page starts there. */
export function limitComparisons(page: AudiencePage): AudiencePage {
  let comparisons = 0;
  const end = page.data.findIndex(function exceedsBound({ condition }) {
    comparisons += condition ? countComparisons(condition) : 0;
    return comparisons > MAX_PAGE_COMPARISONS;
  });
  if (end < 0) return page;
  const data = page.data.slice(0, end);
  return { ...page, data, has_more: true, next_cursor: encodeCursor([data.at(-1)!.id]) };
}
