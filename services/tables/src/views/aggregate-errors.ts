import type { FieldError } from '@space/contracts/core';
import { type AggregateFunction, aggregateFunctionsOf } from '../query/aggregate-sql.ts';
import type { Field } from '../query/field.ts';
import { kindNames } from '../query/filter-kind.ts';

/** The error of a function that cannot be worked out over the cells of a column, if it is one. */
export function aggregateErrors({ key, kind }: Field, aggregate: AggregateFunction, path: string): FieldError[] {
  const able = aggregateFunctionsOf(kind);
  if (able.includes(aggregate)) return [];
  return [
    {
      path,
      code: 'wrong_column_type',
      message: `cannot be ${aggregate} of "${key}", which is ${kindNames[kind]}; it can be ${able.join(', ')}`,
    },
  ];
}
