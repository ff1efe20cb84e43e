import { expect, test } from '@jest/globals';
import type { Filter, FilterLeaf } from '@space/contracts/tables';
import { priorities, projects, statusCategories, type Task, tasks } from '@space/contracts/work';
import { randomRuns } from '@space/runtime/testing';
import fc from 'fast-check';
import { useWorkService, type WorkSpace } from './fixtures/work-service.ts';

const service = useWorkService();

/** Words that sort alike in every collation, and texts with characters that a search takes as they are. */
const words = ['alpha', 'Beta', 'gamma', 'Gammab'];
const texts = ['', '50%', 'a_b', "o'k", 'aXb', ...words];
const days = ['2026-01-01', '2026-01-02', '2026-02-28', '2026-12-31'];
const labels = ['bug', 'print', 'web'];
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 3 });
const size = fc.oneof(fc.constantFrom<string | boolean>('small', 'Large', true, false), fc.constantFrom(1, 2, 2.5));
const newTask = fc.record({
  title: fc.constantFrom(...words),
  priority: fc.constantFrom(...priorities),
  labels: fc.subarray(labels),
  due_date: maybe(fc.constantFrom(...days)),
  start_date: maybe(fc.constant('2025-12-01')),
  estimate: maybe(fc.constantFrom(0, 0.5, 3)),
  description: maybe(fc.constantFrom(...texts)),
  custom_fields: fc.oneof(fc.constant({}), fc.record({ size })),
  status_id: fc.constantFrom('Backlog', 'To do', 'In progress', 'Done', 'Cancelled'),
  assignees: fc.constantFrom<{ kind: 'agent'; id: string }[]>([], [{ kind: 'agent', id: 'agt_1' }], [{ kind: 'agent', id: 'agt_2' }]),
});

const leaf = (column_key: string, ops: readonly FilterLeaf['op'][], value: fc.Arbitrary<unknown>): fc.Arbitrary<FilterLeaf> =>
  fc.record({ column_key: fc.constant(column_key), op: fc.constantFrom(...ops), value: value as fc.Arbitrary<never> });
const some = (value: fc.Arbitrary<unknown>) => fc.array(value, { minLength: 1, maxLength: 3 });
const pair = (value: fc.Arbitrary<unknown>) => fc.tuple(value, value);
const comparing = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
const searching = ['contains', 'not_contains', 'starts_with', 'ends_with'] as const;
const word = fc.constantFrom(...words, 'a', 'bet');
const text = fc.constantFrom(...texts.slice(1), 'a', '_', '%');
const day = fc.constantFrom(...days);
const number = fc.constantFrom(0, 0.5, 2, 3);
const anyLeaf = fc.oneof(
  leaf('title', [...comparing, ...searching], word),
  leaf('title', ['in', 'not_in'], some(word)),
  leaf('description', [...searching, 'eq', 'neq'], text),
  leaf('description', ['in', 'not_in'], some(text)),
  leaf('priority', comparing, fc.constantFrom(...priorities)),
  leaf('priority', ['in', 'not_in'], some(fc.constantFrom(...priorities))),
  leaf('status_category', ['in', 'not_in'], some(fc.constantFrom(...statusCategories))),
  leaf('labels', ['has_any', 'has_all', 'has_none', 'eq', 'neq'], some(fc.constantFrom(...labels, 'none'))),
  leaf('assignees', ['has_any', 'has_none', 'eq'], some(fc.constantFrom('agt_1', 'agt_2', 'agt_3'))),
  leaf('due_date', comparing, day),
  leaf('due_date', ['in', 'not_in'], some(day)),
  leaf('due_date', ['between'], pair(day)),
  leaf('due_at', comparing, day),
  leaf('estimate', comparing, number),
  leaf('estimate', ['in', 'not_in'], some(number)),
  leaf('number', ['gt', 'lte', 'neq'], fc.integer({ min: 1, max: 30 })),
  leaf('custom_fields.size', [...comparing.slice(2)], fc.oneof(word, number)),
  leaf('custom_fields.size', ['eq', 'neq', 'contains', 'not_contains'], size),
  leaf('custom_fields.size', ['in', 'not_in'], some(size)),
  fc.record({
    column_key: fc.constantFrom(
      'labels',
      'assignees',
      'due_date',
      'due_at',
      'start_date',
      'estimate',
      'description',
      'custom_fields.size',
      'completed_at',
    ),
    op: fc.constantFrom('is_empty', 'is_not_empty'),
  }) as fc.Arbitrary<FilterLeaf>,
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyLeaf,
    fc.record({ and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
  ),
}));

/** The value of a task by which each order sorts it, in parts. */
const sortValues: Readonly<Record<string, (task: Task) => readonly unknown[]>> = {
  created_at: ({ id }) => [id],
  updated_at: ({ updated_at }) => [updated_at],
  due_at: ({ due_at }) => [due_at ?? '9999'],
  due_date: ({ due_date }) => [due_date],
  start_date: ({ start_date }) => [start_date],
  completed_at: ({ completed_at }) => [completed_at],
  priority: ({ priority }) => [priorities.indexOf(priority)],
  status_id: ({ status }) => [statusCategories.indexOf(status.category)],
  status_category: ({ status }) => [statusCategories.indexOf(status.category)],
  position: ({ position }) => [position],
  title: ({ title }) => [title.toLowerCase()],
  number: ({ number }) => [number],
  estimate: ({ estimate }) => [estimate],
  project_id: ({ project }) => [project?.name.toLowerCase() ?? null],
  'custom_fields.size': ({ custom_fields: { size = null } }) => [
    typeof size === 'number' ? size : null,
    typeof size === 'number' || size === null ? null : String(size).toLowerCase(),
  ],
};
const sort = fc.uniqueArray(
  fc.record({ column_key: fc.constantFrom(...Object.keys(sortValues)), direction: fc.constantFrom('asc' as const, 'desc' as const) }),
  { selector: ({ column_key }) => column_key, minLength: 1, maxLength: 3 },
);

const compare = (a: unknown, b: unknown): number =>
  a === null || b === null
    ? Number(b === null) - Number(a === null)
    : (a as string) < (b as string)
      ? -1
      : Number((a as string) > (b as string));

function comparisonBy(by: readonly { column_key: string; direction: 'asc' | 'desc' }[]) {
  return (a: Task, b: Task): number => {
    for (const { column_key, direction } of by) {
      const [x, y] = [sortValues[column_key]!(a), sortValues[column_key]!(b)];
      const order = x.map((value, index) => compare(value, y[index])).find((one) => one !== 0) ?? 0;
      if (order !== 0) return order * (direction === 'asc' ? 1 : -1);
    }
    return compare(a.id, b.id) * (by.at(-1)?.direction === 'desc' ? -1 : 1);
  };
}

/** Evaluates a filter on a task in plain JavaScript. */
function matches(task: Task, node: Filter): boolean {
  if ('and' in node) return node.and.every((part) => matches(task, part));
  if ('or' in node) return node.or.some((part) => matches(task, part));
  const { column_key: key, op, value } = node;
  const isCustom = key.startsWith('custom_fields.');
  const held: unknown = isCustom
    ? (task.custom_fields.size ?? null)
    : key === 'priority'
      ? priorities.indexOf(task.priority)
      : key === 'status_category'
        ? task.status.category
        : key === 'assignees'
          ? task.assignees.map(({ id }) => id)
          : task[key as keyof Task];
  const values = (Array.isArray(value) ? value : [value]).map((one) => (key === 'priority' ? priorities.indexOf(one as never) : one));
  if (op === 'is_empty' || op === 'is_not_empty') {
    const isEmpty = held === null || held === '' || (Array.isArray(held) && held.length === 0);
    return isEmpty === (op === 'is_empty');
  }
  if (Array.isArray(held)) {
    const all = values.every((one) => held.includes(one));
    const any = values.some((one) => held.includes(one));
    const same = all && held.every((one) => values.includes(one));
    return { has_any: any, has_all: all, has_none: !any, eq: same, neq: !same }[op as 'has_any'];
  }
  const lower = (one: unknown) => String(one).toLowerCase();
  if (searching.includes(op as never)) {
    const [text, wanted] = [held === null ? null : lower(held), lower(values[0])];
    if (text === null) return op === 'not_contains';
    if (op === 'starts_with') return text.startsWith(wanted);
    return op === 'ends_with' ? text.endsWith(wanted) : text.includes(wanted) === (op === 'contains');
  }
  // Due times are compared with days of UTC, and the day of one without a time ends at the next midnight.
  const equal = (one: unknown) => (key === 'due_at' ? held !== null && String(held).slice(0, 10) === one : held === one);
  if (op === 'eq' || op === 'in') return values.some(equal);
  if (op === 'neq' || op === 'not_in') return !values.some(equal);
  if (held === null || (isCustom && typeof held !== typeof values[0])) return false;
  const isText = key === 'title' || (isCustom && typeof held === 'string');
  const order = (one: unknown) => (equal(one) ? 0 : isText ? compare(lower(held), lower(one)) : compare(held, one));
  const [first, second] = values.map(order);
  return { between: first! >= 0 && second! <= 0, gt: first! > 0, gte: first! >= 0, lt: first! < 0, lte: first! <= 0 }[op as 'gt'];
}

/** Returns the ids of all pages of a list. */
async function walk({ call }: WorkSpace, input: object, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await call(tasks, 'list', { ...input, limit, ...(cursor && { cursor }) });
    ids.push(...page.data.map(({ id }) => id));
    if (page.next_cursor === null) return ids;
    cursor = page.next_cursor;
  }
}

test('random filters and orders return the same tasks in the same order as a plain evaluation, on one page and on many', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(newTask, fc.constantFrom('WEB', 'OPS', null)), { minLength: 5, maxLength: 25 }),
      fc.array(fc.tuple(fc.array(filter, { maxLength: 2 }), sort, fc.integer({ min: 2, max: 9 })), { minLength: 25, maxLength: 25 }),
      async (made, questions) => {
        const space = service.newSpace();
        await space.call(projects, 'create', { name: 'Website', key: 'WEB' });
        await space.call(projects, 'create', { name: 'Operations', key: 'OPS' });
        await space.call(tasks, 'create_bulk', { tasks: made.map(([task, project_id]) => ({ ...task, project_id })) });
        const all = (await space.call(tasks, 'list', { limit: 200 })).data;
        for (const [filters, by, limit] of questions) {
          const expected = all
            .filter((task) => filters.every((one) => matches(task, one)))
            .toSorted(comparisonBy(by))
            .map(({ id }) => id);
          expect({ filters, by, ids: await walk(space, { filters, sort: by }, 200) }).toEqual({ filters, by, ids: expected });
          expect({ by, ids: await walk(space, { filters, sort: by }, limit) }).toEqual({ by, ids: expected });
        }
      },
    ),
    { numRuns: randomRuns(4), endOnFailure: true },
  );
});
