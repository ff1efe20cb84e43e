import { expect, test } from '@jest/globals';
import { catalog } from './catalog.ts';

/** The reasons why some lists have one order only. Every other list takes `sort`. */
const oneOrder: Readonly<Record<string, string>> = {
  'contacts.duplicates': 'groups are found in the order of the value that they share',
  'columns.list': 'columns have the order that people give them',
  'event_types.list': 'one page with all types, by group',
  'rows.history': 'a log of versions; the newest matter',
  'snapshots.diff': 'two versions of a table are compared row by row, in the order of ids',
  'page_references.form': 'in the order of the pages that use it, of which there are few',
  'page_references.booking_page': 'in the order of the pages that use it, of which there are few',
  'social.analytics': 'figures of one post after another, the newest post first',
  'deliveries.list': 'a log by number; since and until select a period',
  'deliveries.explain_type': 'verdicts in the order of the event log; since and until select a period',
  'events.list': 'a feed has the order of its events',
  'event_listening.read_chat': 'lines have the order in which they were said; after continues',
  'agents.read_chat': 'lines have the order in which they were said',
  'activity.list': 'a log by time; since and until select a period',
};

const lists = catalog.filter(({ operation }) => 'next_cursor' in ((operation.output as { shape?: object }).shape ?? {}));

test('every list takes sort, unless a reason says why it has one order', () => {
  expect(lists.length).toBeGreaterThan(40);
  const unsorted = lists.filter(({ operation }) => !('sort' in operation.input.shape)).map(({ id }) => id);
  expect(unsorted.sort()).toEqual(Object.keys(oneOrder).sort());
});
