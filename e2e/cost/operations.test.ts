import { expect, test } from '@jest/globals';
import { MAX_PAGE_SIZE, pathParameters } from '@space/contracts/core';
import { randomRuns } from '@space/runtime/testing';
import { newSpace, type TestSpace } from '../space.ts';
import { createFixtures, validInput } from '../surface/fixtures.ts';
import { type Arguments, operations, type Routed } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import {
  largestRejectedRequests,
  rejectedRequests,
  requestOf,
  sampleLength,
  type WorstField,
  worstFields,
  worstValueOf,
} from './worst-calls.ts';

/** Shares of the largest value that are tried until one is accepted, since a schema does not state every rule. */
const SHARES = [1, 1 / 8, 1 / 64];

/** Texts that grow when they are escaped, parsed as markup, or encoded. */
const FILLS = ['x', '"', '<b>', '{{a}}', '😀', '. ', '(', '1+'];

let fields = 0;

/** Returns the texts to fill a field with: a third of them by default, in turn, and the plain one always. */
function nextFills(): readonly string[] {
  const count = randomRuns(FILLS.length);
  fields += 1;
  return count === FILLS.length
    ? FILLS
    : [FILLS[0]!, ...Array.from({ length: count - 1 }, (_, at) => FILLS[1 + ((fields + 3 * at) % (FILLS.length - 1))]!)];
}

interface Fixtures {
  readonly space: TestSpace;
  readonly args: Arguments;
}

async function fixturesOf(entry: Routed): Promise<Fixtures> {
  const space = await newSpace();
  return { space, args: { ...validInput(entry), ...(await createFixtures(space, entry)) } };
}

/** Returns true for text that is long enough for the time of its parser to matter. */
const isLongText = (field: WorstField): boolean => field.shape === 'long' && sampleLength(field) > 4_000;

let calls = 0;

/** Fields that must be unique in a Space, with a new value for each call. */
const uniqueFields: Readonly<Record<string, () => Arguments>> = {
  'contacts.create': () => ({ email: `ada.${++calls}@example.com` }),
  'contacts.update': () => ({ email: `ada.${++calls}@example.com` }),
  'audiences.create': () => ({ name: `Audience ${++calls}` }),
  'columns.create': () => ({ key: `column_${++calls}` }),
};

/** Calls an operation with one of the worst values of a field; returns true if it was accepted. */
async function callWith(entry: Routed, { space, args }: Fixtures, field: WorstField, fill: string): Promise<boolean> {
  for (const share of field.shape === 'long' && fill !== 'x' ? SHARES.slice(0, 1) : SHARES) {
    const request = requestOf(entry, space, { ...args, ...uniqueFields[entry.id]?.(), [field.name]: worstValueOf(field, fill, share) });
    const { status } = await expectWithinBudget(entry.id, request, `${entry.id} with ${field.name} ${field.shape} of "${fill}"`);
    if (status < 300) return true;
  }
  return false;
}

/** Reads of the items that a write creates or changes, where they have another path than the write. */
const readsOf: Readonly<Record<string, string>> = {
  'rows.create_bulk': 'rows.list',
  'rows.update_bulk': 'rows.list',
  'rows.import': 'rows.export',
  'rows.update': 'rows.history',
  'forms.submit': 'form_submissions.list',
  'pages.publish': 'page_versions.list',
  'social.create_draft': 'social.list_posts',
  'automations.run': 'automations.list_runs',
  'columns.create': 'tables.get',
};

/** Reads what the calls of a write have left, in the largest pages. */
async function readBack(entry: Routed, { space, args }: Fixtures): Promise<void> {
  const isRead = ({ id, route }: Routed): boolean =>
    id === readsOf[entry.id] || (route.method === 'GET' && route.path === entry.route.path);
  for (const read of operations.filter(isRead)) {
    const page = 'limit' in read.operation.input.shape ? { limit: MAX_PAGE_SIZE } : {};
    const total = 'include_total' in read.operation.input.shape ? { include_total: true } : {};
    await expectWithinBudget(
      read.id,
      requestOf(read, space, { ...pathArguments(read, args), ...page, ...total }),
      `${read.id} after ${entry.id}`,
    );
  }
}

const pathArguments = ({ route }: Routed, args: Arguments): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => pathParameters(route.path).includes(name)));

const isLarge = ({ operation }: Routed): boolean => operation.max_body_bytes !== undefined;

test.each(operations.filter((entry) => isLarge(entry) || entry.id === 'contacts.create' || entry.id === 'rows.create_bulk'))(
  '$id rejects the largest bodies within its budget',
  async (entry) => {
    const { space, args } = await fixturesOf(entry);
    for (const request of largestRejectedRequests(entry, space, args))
      expect(await expectWithinBudget(entry.id, request)).toMatchObject({ status: 400 });
  },
);

test.each(operations)('$id stays within its budget for the worst arguments', async (entry) => {
  const fixtures = await fixturesOf(entry);
  for (const request of rejectedRequests(entry, fixtures.space, fixtures.args)) await expectWithinBudget(entry.id, request);
  for (const field of worstFields(entry))
    for (const fill of isLongText(field) ? nextFills() : ['x']) await callWith(entry, fixtures, field, fill);
  const valid = await expectWithinBudget(entry.id, requestOf(entry, fixtures.space, { ...fixtures.args, ...uniqueFields[entry.id]?.() }));
  expect(valid.status).not.toBe(401);
  if (entry.route.method !== 'GET') await readBack(entry, fixtures);
});
