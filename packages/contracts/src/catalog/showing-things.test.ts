import { expect, test } from '@jest/globals';
import { showingServiceOf, showingServices } from '../assets/showing-services.ts';
import { eventTypes } from '../events/event-types.ts';
import { internalContracts } from './internal-contracts.ts';

const types = [...eventTypes.values()];
const showing = types.filter(({ data }) => 'asset_ids' in data.shape || 'published_asset_ids' in data.shape);

test.each(showing)(
  '$type says which thing shows its assets, and the service of that kind of things answers a rescan',
  ({ shown_by, data }) => {
    expect(shown_by?.id).toBeDefined();
    expect(showingServiceOf(shown_by!.kind)).toBeDefined();
    expect(data.shape.asset_ids).toBeDefined();
  },
);

test.each(types.filter(({ shown_by }) => shown_by !== undefined))('$type names its thing by keys of its data', ({ shown_by, data }) => {
  for (const key of [shown_by!.id, shown_by!.container]) if (key !== undefined) expect(Object.keys(data.shape)).toContain(key);
  expect(shown_by!.id ?? shown_by!.container).toBeDefined();
  expect(showingServiceOf(shown_by!.kind)).toBeDefined();
});

test.each(Object.entries(showingServices))(
  'the things of %s have event types, and their contract is served',
  (service, { uses, kinds }) => {
    expect(uses.service).toBe(service);
    expect(Object.values<unknown>(internalContracts)).toContain(uses);
    for (const kind of kinds) expect(showing.map(({ shown_by }) => shown_by?.kind)).toContain(kind);
  },
);

test('no kind belongs to two services', () => {
  const kinds = Object.values(showingServices).flatMap((one) => [...one.kinds]);
  expect(new Set(kinds).size).toBe(kinds.length);
});
