import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CanUse, canAccess, resourcesIn, usableKinds } from '@space/contracts/core';
import { sql } from '@space/database';
import { type TestPorts, testPorts } from '@space/runtime/testing';
import fc from 'fast-check';
import { z } from 'zod';
import { canUseCondition } from '../src/can-use/can-use-sql.ts';

let ports: TestPorts;
beforeAll(async () => {
  ports = await testPorts();
});
afterAll(async () => {
  await ports.eventLog.close();
  await ports.database.end();
  await ports.drop();
});

type Kind = keyof typeof usableKinds;
type Data = Readonly<Record<string, string | null | readonly string[]>>;

/** Few ids, so that lists and events often have the same. */
const id = fc.constantFrom('a', 'b', 'c', 'd');
const otherKinds = (Object.keys(usableKinds) as Kind[]).filter((kind) => kind !== 'folders');
const ids = fc.uniqueArray(id, { maxLength: 3 });

const canUseList: fc.Arbitrary<CanUse> = fc.record(
  Object.fromEntries((Object.keys(usableKinds) as Kind[]).map((kind) => [kind, fc.oneof(fc.constant('*' as const), ids)])),
  { requiredKeys: [] },
);

const eventData: fc.Arbitrary<Data> = fc
  .tuple(
    fc.record(Object.fromEntries(otherKinds.map((kind) => [usableKinds[kind], fc.oneof(fc.constant(null), id, ids)])), {
      requiredKeys: [],
    }),
    fc.oneof(
      fc.constant({}),
      fc.record({ folder_id: fc.oneof(fc.constant(null), id) }),
      ids.map((path) => ({ folder_id: path.at(-1) ?? null, folder_ids: path })),
    ),
  )
  .map(([named, folder]) => ({ ...named, ...folder }));

/** The rule in its slowest words. */
function mayReceive(canUse: CanUse, data: Data): boolean {
  const idsUnder = (key: string): readonly string[] => [data[key] ?? []].flat();
  const allows = (kind: Kind, one: string): boolean => canUse[kind] === '*' || [...(canUse[kind] ?? [])].includes(one);
  const isInLibrary = data.folder_ids !== undefined;
  for (const kind of Object.keys(usableKinds) as Kind[]) {
    if (isInLibrary && (kind === 'documents' || kind === 'folders')) continue;
    for (const one of idsUnder(usableKinds[kind])) if (!allows(kind, one)) return false;
  }
  if (!isInLibrary) return true;
  const documents = idsUnder('document_id');
  const folders = idsUnder('folder_ids');
  if (documents.length + folders.length === 0) return true;
  return documents.some((one) => allows('documents', one)) || folders.some((one) => allows('folders', one));
}

/** Returns the numbers of the events that the condition of feeds lets through. */
async function readable(canUse: CanUse, events: readonly Data[]): Promise<readonly number[]> {
  const rows = JSON.stringify(events.map((data, number) => ({ number, resource_ids: resourcesIn(data) })));
  return ports.database.anyFirst(sql.type(z.object({ number: z.number() }))`
    select e.number from jsonb_to_recordset(${rows}::jsonb) as e (number integer, resource_ids text[])
    where true ${canUseCondition(canUse)} order by e.number`);
}

test('the feed, a listener and the rule agree about 10,000 pairs of a Can use list and an event', async () => {
  const lists = fc.sample(canUseList, { numRuns: 100, seed: 7 });
  const events = fc.sample(eventData, { numRuns: 100, seed: 11 });
  let received = 0;
  for (const list of lists) {
    const expected = events.flatMap((data, number) => (mayReceive(list, data) ? [number] : []));
    expect(events.flatMap((data, number) => (canAccess(list, resourcesIn(data)) ? [number] : []))).toEqual(expected);
    expect(await readable(list, events)).toEqual(expected);
    received += expected.length;
  }
  // Neither all nor none: each rule has cases on both sides.
  expect(received).toBeGreaterThan(500);
  expect(received).toBeLessThan(9_500);
});
