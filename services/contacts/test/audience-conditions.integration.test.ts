import { beforeAll, describe, expect, test } from '@jest/globals';
import { audiences, type Condition, contacts } from '@space/contracts/contacts';
import type { ArgumentsOf } from '@space/contracts/core';
import { type CallAs, randomRuns } from '@space/runtime/testing';
import fc from 'fast-check';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();
let call: CallAs;
beforeAll(async () => {
  call = service.newSpace().call;
  const people: ArgumentsOf<(typeof contacts.operations)['create']>[] = [
    {
      name: 'Ada',
      email: 'Ada@Example.com',
      company: '100% Engines',
      location: 'London',
      custom_fields: { plan: 'pro', seats: 10, vip: true, 'odd "key"': 'yes', score: '42' },
    },
    {
      name: 'Bob',
      email: 'bob@example.com',
      company: '1000 Engines',
      location: '',
      custom_fields: { plan: 'Pro', seats: 9, vip: false, tags: ['golf'] },
    },
    { name: 'Cy', email: 'cy@other.org', bio: 'likes_snakes', custom_fields: { plan: null, seats: 2.5, score: 'high' } },
    { name: 'Dí', email: 'di@other.org', phone: '123', line_of_work: 'ÄRZTIN' },
  ];
  for (const person of people) {
    service.ports.clock.set(Date.UTC(2026, 0, 1 + people.indexOf(person)));
    const { id } = await call(contacts, 'create', person);
    if (person.name !== 'Cy') await call(contacts, 'tag', { id, tags: person.name === 'Ada' ? ['Customer', 'VIP'] : ['customer'] });
  }
});

/** Returns the names of the contacts that match a condition, oldest first. */
async function namesMatching(condition: Condition): Promise<string[]> {
  const { id } = await call(audiences, 'create', { name: crypto.randomUUID(), condition });
  return (await call(audiences, 'contacts', { id })).data.map(({ name }) => name).reverse();
}

describe('a comparison of a field', () => {
  test.each<[Condition, string[]]>([
    [{ field: 'location', op: 'eq', value: 'London' }, ['Ada']],
    [{ field: 'location', op: 'eq', value: 'london' }, []],
    [{ field: 'location', op: 'neq', value: 'London' }, ['Bob', 'Cy', 'Dí']],
    [{ field: 'location', op: 'is_empty' }, ['Bob', 'Cy', 'Dí']],
    [{ field: 'location', op: 'is_not_empty' }, ['Ada']],
    [{ field: 'email', op: 'eq', value: 'ADA@example.com' }, ['Ada']],
    [{ field: 'company', op: 'contains', value: '0% ENG' }, ['Ada']],
    [{ field: 'bio', op: 'contains', value: 's_s' }, ['Cy']],
    [{ field: 'line_of_work', op: 'contains', value: 'ärzt' }, ['Dí']],
    [{ field: 'name', op: 'gt', value: 'Bob' }, ['Cy', 'Dí']],
    [{ field: 'name', op: 'lt', value: 'Bob' }, ['Ada']],
    [{ field: 'phone', op: 'eq', value: 123 }, ['Dí']],
    [{ field: 'created_at', op: 'gt', value: '2026-01-02T00:00:00.000Z' }, ['Cy', 'Dí']],
    [{ field: 'created_at', op: 'lt', value: '2026-01-02' }, ['Ada']],
    [{ field: 'created_at', op: 'eq', value: '2026-01-02T01:00:00+01:00' }, ['Bob']],
    [{ field: 'created_at', op: 'eq', value: '2026-01-02T01:00[Europe/Berlin]' }, ['Bob']],
    [{ field: 'updated_at', op: 'is_empty' }, []],
  ])('%j matches %j', async (condition, names) => {
    expect(await namesMatching(condition)).toEqual(names);
  });
});

describe('a comparison of a custom field', () => {
  test.each<[Condition, string[]]>([
    [{ custom_field: 'plan', op: 'eq', value: 'pro' }, ['Ada']],
    [{ custom_field: 'plan', op: 'neq', value: 'pro' }, ['Bob', 'Cy', 'Dí']],
    [{ custom_field: 'plan', op: 'contains', value: 'PRO' }, ['Ada', 'Bob']],
    [{ custom_field: 'plan', op: 'is_empty' }, ['Cy', 'Dí']],
    [{ custom_field: 'plan', op: 'is_not_empty' }, ['Ada', 'Bob']],
    [{ custom_field: 'seats', op: 'gt', value: 9 }, ['Ada']],
    [{ custom_field: 'seats', op: 'lt', value: 9.5 }, ['Bob', 'Cy']],
    [{ custom_field: 'seats', op: 'eq', value: 9 }, ['Bob']],
    [{ custom_field: 'seats', op: 'gt', value: '5' }, ['Bob']],
    [{ custom_field: 'score', op: 'gt', value: 41 }, ['Ada']],
    [{ custom_field: 'vip', op: 'eq', value: true }, ['Ada']],
    [{ custom_field: 'tags', op: 'contains', value: 'golf' }, ['Bob']],
    [{ custom_field: 'odd "key"', op: 'eq', value: 'yes' }, ['Ada']],
    [{ custom_field: 'seats', op: 'contains', value: 2.5 }, ['Cy']],
  ])('%j matches %j', async (condition, names) => {
    expect(await namesMatching(condition)).toEqual(names);
  });
});

describe('combined comparisons', () => {
  test.each<[Condition, string[]]>([
    [{ tag: 'CUSTOMER' }, ['Ada', 'Bob', 'Dí']],
    [{ and: [{ tag: 'customer' }, { tag: 'vip' }] }, ['Ada']],
    [{ or: [{ tag: 'vip' }, { field: 'name', op: 'eq', value: 'Cy' }] }, ['Ada', 'Cy']],
    [{ not: { tag: 'customer' } }, ['Cy']],
    [{ and: [{ not: { or: [{ tag: 'vip' }, { tag: 'none' }] } }, { field: 'phone', op: 'is_empty' }] }, ['Bob', 'Cy']],
  ])('%j matches %j', async (condition, names) => {
    expect(await namesMatching(condition)).toEqual(names);
  });

  test('each contact matches either a condition or its negation, never both', async () => {
    const value = fc.oneof(fc.constantFrom('', 'a', '%', 'pro', '5', '2026-01-02'), fc.integer({ min: -5, max: 50 }), fc.boolean());
    const comparison = fc.oneof(
      fc.record({ op: fc.constantFrom('eq', 'neq', 'contains', 'gt', 'lt'), value }),
      fc.record({ op: fc.constantFrom('is_empty', 'is_not_empty') }),
    );
    const leaf = fc.oneof(
      fc
        .tuple(fc.constantFrom('name', 'email', 'phone', 'company', 'location', 'bio'), comparison)
        .map(([field, rest]) => ({ field, ...rest })),
      fc
        .tuple(fc.constantFrom('plan', 'seats', 'vip', 'score', 'none'), comparison)
        .map(([custom_field, rest]) => ({ custom_field, ...rest })),
      fc.constantFrom({ tag: 'vip' }, { tag: 'none' }),
    );
    const { condition } = fc.letrec((tie) => ({
      condition: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc.record({ and: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: tie('condition') }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(condition, async (some) => {
        const [inside, outside] = [await namesMatching(some as Condition), await namesMatching({ not: some } as Condition)];
        expect([...inside, ...outside].sort()).toEqual(['Ada', 'Bob', 'Cy', 'Dí']);
      }),
      { numRuns: randomRuns(60) },
    );
  });
});

describe('a condition is rejected', () => {
  const leaf: Condition = { tag: 'x' };
  const nested = (depth: number): Condition => (depth === 1 ? leaf : { not: nested(depth - 1) });
  const refused = (condition: unknown) =>
    call(audiences, 'create', { name: 'Refused', condition: condition as Condition }).catch((problem) => problem);

  test('if it nests deeper than ten levels', async () => {
    expect(await refused(nested(11))).toMatchObject({ code: 'invalid', extras: { errors: [{ code: 'too_deep' }] } });
    expect(await namesMatching(nested(10))).toEqual(['Ada', 'Bob', 'Cy', 'Dí']);
  });

  test('if it has more than 200 comparisons', async () => {
    const repeated = (times: number): Condition => ({
      or: Array.from({ length: times / 40 }, () => ({ or: Array.from({ length: 40 }, () => leaf) })),
    });
    expect(await refused(repeated(240))).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('has 240 comparisons; at most 200'),
    });
    expect(await namesMatching(repeated(200))).toEqual([]);
  });

  test('if its contains search for more than 5,000 characters together', async () => {
    const searching = (characters: number): Condition => ({
      or: Array.from({ length: 10 }, () => ({ field: 'bio', op: 'contains', value: 'x'.repeat(characters) })),
    });
    const { or } = searching(500) as { or: Condition[] };
    expect(await refused({ not: { or: [...or, { and: [{ field: 'name', op: 'contains', value: 'x' }] }] } })).toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'condition', code: 'too_big', message: expect.stringContaining('5001 characters') }] },
    });
    expect(await namesMatching(searching(500))).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['without a value that its operator requires', { and: [leaf, { field: 'name', op: 'eq' }] }, 'condition.and.1.value'],
    ['with a value that its operator does not take', { not: { custom_field: 'a', op: 'is_empty', value: 'x' } }, 'condition.not.value'],
    [
      'if a time is compared with a text that is not a time',
      { or: [{ field: 'created_at', op: 'gt', value: 'soon' }] },
      'condition.or.0.value',
    ],
    ['if it searches for a part of a time', { field: 'created_at', op: 'contains', value: '2026' }, 'condition.op'],
    ['if it names an unknown field', { and: [{ field: 'shoe_size', op: 'eq', value: '42' }] }, 'condition.and.0.field'],
    ['if it has a misspelt key', { and: [{ field: 'name', op: 'eq', valeu: 'x' }] }, 'condition.and.0.valeu'],
    ['if it mixes two comparisons', { tag: 'x', field: 'name', op: 'is_empty' }, 'condition.tag'],
    ['if it is empty', { and: [] }, 'condition.and'],
  ])('%s, and the error names the place', async (_why, condition, path) => {
    expect(await refused(condition)).toMatchObject({
      code: 'invalid',
      extras: { errors: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
  });

  test('with every error in one answer', async () => {
    const problem = await refused({
      and: [
        { field: 'name', op: 'eq' },
        { field: 'created_at', op: 'lt', value: 'x' },
        { custom_field: 'a', op: 'gt' },
      ],
    });
    expect(problem.extras.errors.map(({ path }: { path: string }) => path)).toEqual([
      'condition.and.0.value',
      'condition.and.1.value',
      'condition.and.2.value',
    ]);
  });
});
