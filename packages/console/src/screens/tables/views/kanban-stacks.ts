import type { Column, Filter } from '../table/table.ts';

/** A stack of cards: the rows with one value in the column of the stacks. */
export interface Stack {
  /** The cell of its rows; null is empty. */
  readonly value: string | boolean | null;
  readonly name: string;
  readonly color: string | undefined;
}

/** Returns the stacks of a column: choices in the order of the view, then those it does not name, then the rows without one. */
export function stacksOf(column: Column, order: readonly string[] = []): readonly Stack[] {
  if (column.type !== 'select')
    return [
      { value: false, name: `${column.label}: no`, color: undefined },
      { value: true, name: `${column.label}: yes`, color: undefined },
    ];
  const rank = (id: string, name: string) => {
    const place = order.findIndex((one) => one === id || one === name);
    return place < 0 ? order.length : place;
  };
  const stacks = column.options.map(({ id, name, color }) => ({ value: id, name, color: color ?? undefined, rank: rank(id, name) }));
  return [
    ...stacks.toSorted((one, other) => one.rank - other.rank).map(({ value, name, color }) => ({ value, name, color })),
    { value: null, name: `No ${column.label.toLowerCase()}`, color: undefined },
  ];
}

/** Returns the condition on the rows of a stack. */
export const stackFilter = (column_key: string, { value }: Pick<Stack, 'value'>): Filter =>
  value === null ? { column_key, op: 'is_empty' } : { column_key, op: 'eq', value };

/** Returns the number of rows of each stack from the groups of an aggregate; an empty checkbox is not ticked. */
export function stackCounts(
  column: Pick<Column, 'key' | 'type'>,
  groups: readonly { readonly group: Readonly<Record<string, unknown>>; readonly values: Readonly<Record<string, unknown>> }[],
): ReadonlyMap<Stack['value'], number> {
  const counts = new Map<Stack['value'], number>();
  for (const { group, values } of groups) {
    const cell = group[column.key];
    const value = column.type === 'select' ? ((cell as string | null) ?? null) : cell === true;
    counts.set(value, (counts.get(value) ?? 0) + Number(values.count ?? 0));
  }
  return counts;
}

/** Returns the stacks that a board shows: of those without cards only choices, unless the view hides them. */
export const shownStacks = (stacks: readonly Stack[], counts: ReadonlyMap<Stack['value'], number>, hidesEmpty: boolean): readonly Stack[] =>
  stacks.filter(({ value }) => (counts.get(value) ?? 0) > 0 || (value !== null && !hidesEmpty));
