import type { rollupFunctions } from '@space/contracts/tables';
import type { Column, ValueType } from '../schema/schema.ts';

/** The functions of a rollup. */
export type RollupFunction = (typeof rollupFunctions)[number];

const counts: ReadonlySet<RollupFunction> = new Set(['count', 'count_all', 'count_filled']);
const ordered: ReadonlySet<ValueType> = new Set(['number', 'date', 'datetime']);

/** Returns the type of single values of a column: for a column of lists, the type of their elements. */
function elementType({ type, value_type, config }: Pick<Column, 'type' | 'value_type' | 'config'>): ValueType {
  if (type === 'attachment' || type === 'created_by') return 'object';
  if (value_type !== 'list') return value_type;
  return (config.element_type as ValueType | undefined) ?? 'text';
}

/** Returns the value type of a rollup, or a message if the function does not fit the target column. */
export function rollupType(name: RollupFunction, target: Column | null): { value_type: ValueType; element_type?: ValueType } | string {
  if (counts.has(name)) return { value_type: 'number' };
  if (!target) return `needs target_column for ${name}; only count_all works without`;
  const element = elementType(target);
  const wrong = (wanted: string) => `${name} needs ${wanted}, and ${target.key} holds ${plural[element]}`;
  switch (name) {
    case 'sum':
    case 'average':
      return element === 'number' ? { value_type: 'number' } : wrong('numbers');
    case 'min':
    case 'max':
      return ordered.has(element) ? { value_type: element } : wrong('numbers or dates');
    case 'and':
    case 'or':
      return element === 'boolean' ? { value_type: 'boolean' } : wrong('checkboxes or other yes/no values');
    case 'array_join':
      return element === 'object' ? wrong('texts, numbers, dates or choices') : { value_type: 'text' };
    default:
      return { value_type: 'list', element_type: element };
  }
}

const plural: Readonly<Record<ValueType, string>> = {
  text: 'texts',
  number: 'numbers',
  boolean: 'yes/no values',
  date: 'dates',
  datetime: 'times',
  list: 'lists',
  object: 'objects',
};

/** Returns the value type of a lookup. */
export const lookupType = (target: Column): { value_type: ValueType; element_type: ValueType } => ({
  value_type: 'list',
  element_type: elementType(target),
});
