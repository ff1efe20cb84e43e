import type { FieldError } from '@space/contracts/core';
import type { Filter } from '@space/contracts/tables';
import { CUSTOM_FIELD_PREFIX, type TaskFilterField, taskFilterFields } from '@space/contracts/work';
import { type FilterGrammar, filtersSql, parseSpan } from '@space/database';
import { didYouMean } from '@space/text';
import type { FragmentSqlToken } from 'slonik';
import { customFieldFilter } from './custom-field-sql.ts';
import { type FilteredField, fieldKinds, type TaskKind } from './task-kinds-sql.ts';

/** The inputs of filters, and their faults. */
interface FilterContext {
  readonly space: string;
  /** Milliseconds since the epoch, for `within`. */
  readonly now: number;
  /** The zone in which days begin. */
  readonly zone: string;
  readonly errors: FieldError[];
}

const custom: TaskKind = { name: 'a custom field', filter: customFieldFilter };

/** Returns a condition on the task `t` for filters, all of which must hold. It is meaningless if a fault is recorded in `errors`. */
export function taskFilterSql({ space, now, zone, errors }: FilterContext, filters: readonly Filter[]): FragmentSqlToken {
  const grammar: FilterGrammar<FilteredField> = {
    errors,
    resolve(key, path) {
      const kind = kindOf(key);
      if (kind) return { key, kind, space, zone };
      errors.push({
        path,
        code: 'unknown_column',
        message: `there is no field "${key.slice(0, 60)}"${didYouMean(key, taskFilterFields) || `; filters name ${taskFilterFields.join(', ')} and ${CUSTOM_FIELD_PREFIX}<key>`}`,
      });
      return undefined;
    },
    filterOf: ({ kind }) => kind.filter,
    kindName: ({ kind }) => kind.name,
    isList: ({ kind }) => kind.is_list === true,
    readSpan: (value, field) => parseSpan(value, { is_date: field.kind.is_date === true, zone }, now),
  };
  return filtersSql(grammar, filters);
}

function kindOf(key: string): TaskKind | undefined {
  if (key.startsWith(CUSTOM_FIELD_PREFIX) && key.length > CUSTOM_FIELD_PREFIX.length) return custom;
  return Object.hasOwn(fieldKinds, key) ? fieldKinds[key as TaskFilterField] : undefined;
}
