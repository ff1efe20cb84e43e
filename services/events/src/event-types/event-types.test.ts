import { describe, expect, test } from '@jest/globals';
import { eventTypes, MAX_DESCRIBED_EVENT_TYPES } from '@space/contracts/events';
import { encode } from 'gpt-tokenizer';
import { summarizeEventTypes } from './event-types.ts';

const lines = (groups: Readonly<Record<string, readonly string[]>>): string[] => Object.values(groups).flat();
const tokensOf = (answer: unknown): number => encode(JSON.stringify(answer)).length;

describe('the event types in brief', () => {
  test('have a line for each type by group, without schemas', () => {
    const { groups, types } = summarizeEventTypes({});
    expect(types).toEqual([]);
    expect(lines(groups).sort()).toEqual([...eventTypes.values()].map(({ type, label }) => `${type}: ${label}`).sort());
    expect(groups.contacts).toContain(`contact_created: ${eventTypes.get('contact_created')!.label}`);
    for (const [group, same] of Object.entries(groups))
      for (const line of same) expect(eventTypes.get(line.split(':')[0]!)!.group).toBe(group);
    process.stderr.write(`list_event_types: ${tokensOf({ groups, types })} tokens\n`);
    expect(tokensOf({ groups, types })).toBeLessThan(1_500);
  });

  test('have the fields of one type that is named, and no other type', () => {
    const { groups, types } = summarizeEventTypes({ type: 'contact_created' });
    expect(groups).toEqual({});
    expect(types).toMatchObject([{ type: 'contact_created', sample: { contact_id: expect.any(String) }, data_schema: { type: 'object' } }]);
    expect(tokensOf(types)).toBeLessThan(1_000);
  });

  test('have the fields of the types whose names begin alike, and the names of those beyond the bound', () => {
    const all = [...eventTypes.keys()].filter((type) => type.startsWith('table_'));
    const { groups, types } = summarizeEventTypes({ type: 'table_' });
    expect(all.length).toBeGreaterThan(MAX_DESCRIBED_EVENT_TYPES);
    expect(types).toHaveLength(MAX_DESCRIBED_EVENT_TYPES);
    expect([...types.map(({ type }) => type), ...lines(groups).map((line) => line.split(':')[0])].sort()).toEqual(all.sort());
  });

  test('are those of one group', () => {
    expect(Object.keys(summarizeEventTypes({ group: 'contacts' }).groups)).toEqual(['contacts']);
    expect(summarizeEventTypes({ group: 'nothing' })).toEqual({ groups: {}, types: [] });
  });

  test('reject a name that no type has, with names that are similar', () => {
    expect(() => summarizeEventTypes({ type: 'contact_craeted' })).toThrow(/contact_created/);
    expect(() => summarizeEventTypes({ type: 'zzz' })).toThrow(/Leave out type/);
  });
});
