import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { catalog } from './catalog.ts';

/** The reasons why some lists have one order only. Every other list takes `sort`. */
const oneOrder: Readonly<Record<string, string>> = {
  'contacts.duplicates': 'groups are found in the order of the value that they share',
  'assets.text': 'pages of one text',
  'columns.list': 'columns have the order that people give them',
  'event_types.list': 'one page with all types, by group',
  'rows.history': 'a log of versions; the newest matter',
  'tasks.history': 'a log of changes; the newest matter',
  'snapshots.diff': 'two versions of a table are compared row by row, in the order of ids',
  'page_references.form': 'in the order of the pages that use it, of which there are few',
  'page_references.booking_page': 'in the order of the pages that use it, of which there are few',
  'social.analytics': 'figures of one post after another, the newest post first',
  'deliveries.list': 'a log by number; since and until select a period',
  'deliveries.explain_type': 'verdicts in the order of the event log; since and until select a period',
  'events.list': 'a feed has the order of its events',
  'events.search': 'a log from the newest event back; GET /events has the opposite order',
  'event_listening.read_chat': 'lines have the order in which they were said; after continues',
  'agents.read_chat': 'lines have the order in which they were said',
  'integrations.list_checks': 'a log of few checks by time',
  'orders.list': 'a log by time of payment; from and to select a period',
  'orders.export': 'a log by time of payment; from and to select a period',
  'orders.list_refunds': 'a log by time; from and to select a period',
  'orders.list_disputes': 'a log by time; from and to select a period',
  'finance.list_entries': 'a log by time; from and to select a period',
  'finance.list_reconciliations': 'a log of runs; the newest matter',
  'wallet.list_transactions': 'a log by time; from and to select a period',
  'wallet.list_payouts': 'a log by time; from and to select a period',
  'activity.list': 'a log by time; since and until select a period',
};

const lists = catalog.filter(
  ({ operation }) => operation.audience !== 'internal' && 'next_cursor' in ((operation.output as { shape?: object }).shape ?? {}),
);

test('every list takes sort, unless a reason says why it has one order', () => {
  expect(lists.length).toBeGreaterThan(40);
  const unsorted = lists.filter(({ operation }) => !('sort' in operation.input.shape)).map(({ id }) => id);
  expect(unsorted.sort()).toEqual(Object.keys(oneOrder).sort());
});

/** The fields of orders that are text. The others are times and numbers. */
const texts = ['name', 'title', 'handle', 'email'] as const;

type Fields = Readonly<Record<string, z.ZodType | undefined>>;

/** Returns the most characters that a schema accepts; 0 if it has no bound or is no text. */
function lengthOf(schema: z.ZodType | undefined): number {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return lengthOf(schema.unwrap() as z.ZodType);
  return (schema instanceof z.ZodString ? schema.maxLength : null) ?? 0;
}

/** The most characters of any of these fields that an operation accepts. */
const longest = Math.max(...catalog.flatMap(({ operation }) => texts.map((field) => lengthOf((operation.input.shape as Fields)[field]))));

const sortedByText = lists.flatMap(({ id, operation }) => {
  const { sort, cursor } = operation.input.shape as Fields;
  return texts.filter((field) => sort?.safeParse(`-${field}`).success).map((field) => ({ id, field, cursor }));
});

test('every list takes the cursor after an entry with the longest name', () => {
  expect(longest).toBeGreaterThanOrEqual(300);
  expect(sortedByText.length).toBeGreaterThan(20);
  // The longest in UTF-8, and in JSON.
  for (const character of ['語', '"']) {
    const refused = sortedByText.filter(function isTooShort({ field, cursor }) {
      const key = JSON.stringify([character.repeat(longest), `aud_${'0'.repeat(26)}`, `-${field}`]);
      return !cursor!.safeParse(Buffer.from(key).toString('base64url')).success;
    });
    expect(refused.map(({ id, field }) => `${id} by ${field}`)).toEqual([]);
  }
});
