import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds in bytes and characters of share pages. */
export const sharePageBounds: readonly Bound[] = [
  {
    subject: 'rows, cards, entries or groups of a share page, as HTML',
    value: limits.MAX_SHARE_PAGE_BYTES,
    unit: 'bytes',
    per: 'visitor',
    effect: 'the rest is on the next page, or the page says that there is more',
  },
  {
    subject: 'cells of a row of a share page, as HTML',
    value: limits.MAX_SHARED_ROW_BYTES,
    unit: 'bytes',
    per: 'visitor',
    effect: 'a further cell is an ellipsis',
  },
  {
    subject: 'text of a cell or an entry of a list that a share page reads',
    value: limits.MAX_SHARED_CELL_CHARACTERS,
    unit: 'characters',
    per: 'visitor',
    effect: 'cut',
  },
  {
    subject: 'list in a cell that a share page reads',
    value: limits.MAX_SHARED_LIST_ENTRIES,
    unit: `entries and ${limits.MAX_SHARED_LIST_BYTES.toLocaleString('en-US')} bytes`,
    per: 'visitor',
    effect: 'cut',
  },
  {
    subject: 'name of a linked row, and key of a group, of a share page',
    value: limits.MAX_SHARED_TITLE_CHARACTERS,
    unit: 'characters',
    per: 'visitor',
    effect: 'cut',
  },
  {
    subject: 'search in a shared view',
    value: limits.MAX_SHARED_SEARCH_CHARACTERS,
    unit: `characters, in its first ${limits.MAX_SHARED_SEARCH_COLUMNS} columns that have text, numbers or dates`,
    per: 'visitor',
    effect: 'cut; further columns are not searched',
  },
  {
    subject: 'statement of a search in a shared view in Postgres',
    value: limits.SHARED_SEARCH_STATEMENT_TIMEOUT_MS,
    unit: 'ms',
    per: 'visitor',
    effect: 'the page asks for a longer search or a narrower view',
  },
  {
    subject: 'rows that a page of a shared view counts, with filters or a search',
    value: limits.MAX_SHARED_COUNTED_ROWS,
    unit: 'rows',
    per: 'visitor',
    effect: 'the page says that there are more',
  },
  {
    subject: 'colours of choices on a share page',
    value: limits.MAX_SHARED_COLORS,
    unit: 'colours',
    per: 'visitor',
    effect: 'further choices have none',
  },
];
