import type { FieldError } from '@space/contracts/core';
import { type AggregateFunction, aggregateFunctionsOf } from '../query/aggregate-sql.ts';
import type { Field } from '../query/field.ts';
import { kindNames } from '../query/filter-kind.ts';

/** Returns the error of an aggregate that does not apply to a column, if any. */
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
