import type { FieldError } from '@space/contracts/core';
import { type AggregateFunction, functionsOf } from '../query/aggregate-sql.ts';
import type { Asked } from '../query/field.ts';
import { kindNames } from '../query/filter-kind.ts';

/** The fault of a function that cannot be worked out over the cells of a column, if it is one. */
export function aggregateFault({ key, kind }: Asked, aggregate: AggregateFunction, path: string): FieldError[] {
  const able = functionsOf(kind);
  if (able.includes(aggregate)) return [];
  return [
    {
      path,
      code: 'wrong_column_type',
      message: `cannot be ${aggregate} of "${key}", which is ${kindNames[kind]}; it can be ${able.join(', ')}`,
    },
  ];
}
