import { expect, jest, test } from '@jest/globals';
import { pathParameters } from '@space/contracts/core';
import { randomRuns } from '@space/runtime/testing';
import { type Arguments, inShard, operations, operatorOperations, type Routed } from '../surface/operations.ts';
import { type CostFixtures, fixturesOf } from './cost-fixtures.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { isList, largestPage, readsOf } from './reads.ts';
import { send } from './send.ts';
import { mcpRequest, toolCall } from './tool-calls.ts';
import {
  largestRejectedRequests,
  rejectedRequests,
  requestOf,
  sampleLength,
  type WorstField,
  worstFields,
  worstValueOf,
} from './worst-calls.ts';

// The worst calls of one operation take 13 s on a machine with nothing else to do.
jest.setTimeout(180_000);

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

/** Returns true for text that is long enough for the time of its parser to matter. */
const isLongText = (field: WorstField): boolean => field.shape === 'long' && sampleLength(field) > 4_000;

let calls = 0;

/** Fields that must be unique in a Space, with a new value for each call. */
const uniqueFields: Readonly<Record<string, () => Arguments>> = {
  'contacts.create': () => ({ email: `ada.${++calls}@example.com` }),
  'contacts.update': () => ({ email: `ada.${++calls}@example.com` }),
  'audiences.create': () => ({ name: `Audience ${++calls}` }),
  'columns.create': () => ({ key: `column_${++calls}` }),
  'settings.delete_space': () => ({ name: 'Test Space' }),
};

/** Calls an operation with one of the worst values of a field; returns the arguments that were accepted, if any. */
async function callWith(entry: Routed, { space, args }: CostFixtures, field: WorstField, fill: string): Promise<Arguments | undefined> {
  for (const share of field.shape === 'long' && fill !== 'x' ? SHARES.slice(0, 1) : SHARES) {
    const worst = { ...args, ...uniqueFields[entry.id]?.(), [field.name]: worstValueOf(field, fill, share) };
    const label = `${entry.id} with ${field.name} ${field.shape} of "${fill}"`;
    const { status } = await expectWithinBudget(entry.id, requestOf(entry, space, worst), label);
    if (status < 300) return worst;
  }
  return undefined;
}

/** Reads what the calls of a write have left, in the largest pages. */
async function readBack(entry: Routed, { space, args }: CostFixtures): Promise<void> {
  for (const read of readsOf(entry)) {
    const label = `${read.id} after ${entry.id}`;
    const readArguments = { ...pathArguments(read, args), ...largestPage(read) };
    const { status } = await expectWithinBudget(read.id, requestOf(read, space, readArguments), label);
    if (isList(read)) expect({ label, status }).toEqual({ label, status: 200 });
    const tool = read.operation.tools?.[0];
    if (tool) await expectWithinBudget('tool', mcpRequest(space, toolCall(tool.name, readArguments)), `the tool of ${label}`);
  }
}

/** Bytes that the lists of an operation's items have at least, unless its items are small. */
const LISTED_BYTES = 6 * 1_048_576;
/** The most items with which a list is filled, and the smallest that are worth it. */
const MAX_ITEMS = 60;
const LARGE_BYTES = 100_000;

/** Creates more of the largest items that an operation accepted, so that a page of their list is as large as it can be. */
async function fillList(entry: Routed, { space }: CostFixtures, args: Arguments): Promise<void> {
  const bytes = JSON.stringify(args).length;
  if (entry.route.method !== 'POST' || bytes < LARGE_BYTES || readsOf(entry).length === 0) return;
  for (let n = 0; n < Math.min(MAX_ITEMS, Math.ceil(LISTED_BYTES / bytes)); n++)
    expect((await send(requestOf(entry, space, { ...args, ...uniqueFields[entry.id]?.() }))).status).toBeLessThan(500);
}

const pathArguments = ({ route }: Routed, args: Arguments): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => pathParameters(route.path).includes(name)));

const isLarge = ({ operation }: Routed): boolean => operation.max_body_bytes !== undefined;

test.each(inShard(operations.filter((entry) => isLarge(entry) || entry.id === 'contacts.create' || entry.id === 'rows.create_bulk')))(
  '$id rejects the largest bodies within its budget',
  async (entry) => {
    const { space, args } = await fixturesOf(entry);
    for (const request of largestRejectedRequests(entry, space, args))
      expect(await expectWithinBudget(entry.id, request)).toMatchObject({ status: 400 });
  },
);

test.each(inShard([...operations, ...operatorOperations]))('$id stays within its budget for the worst arguments', async (entry) => {
  const fixtures = await fixturesOf(entry);
  const statuses: number[] = [];
  for (const request of rejectedRequests(entry, fixtures.space, fixtures.args))
    statuses.push((await expectWithinBudget(entry.id, request)).status);
  let largest: Arguments = {};
  for (const field of worstFields(entry))
    for (const fill of isLongText(field) ? nextFills() : ['x']) {
      const accepted = await callWith(entry, fixtures, field, fill);
      if (accepted) statuses.push(entry.route.status);
      if (accepted && JSON.stringify(accepted).length > JSON.stringify(largest).length) largest = accepted;
    }
  const valid = await expectWithinBudget(entry.id, requestOf(entry, fixtures.space, { ...fixtures.args, ...uniqueFields[entry.id]?.() }));
  // Some operations succeed once: a deletion, a booking of a time.
  expect({ is_reached: Math.min(...statuses, valid.status) < 300 }).toEqual({ is_reached: true });
  await fillList(entry, fixtures, largest);
  await readBack(entry, fixtures);
});
