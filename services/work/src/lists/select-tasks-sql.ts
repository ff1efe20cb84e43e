import { type FieldError, invalidFields } from '@space/contracts/core';
import type { TaskSelection } from '@space/contracts/work';
import type { List } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { taskFilterSql } from './task-filter-sql.ts';
import { orderOfTasks } from './task-order-sql.ts';

/** The condition of the filters on the task `t`, if there are any, and the order of a list. */
interface SelectedTasks {
  readonly conditions: readonly FragmentSqlToken[];
  readonly order: Pick<List, 'sortBy' | 'direction' | 'order'>;
}

/** Builds the filters and the order of a list of tasks. Throws a 400 with all their faults. */
export function selectTasks(
  space: string,
  { filters = [], sort, timezone }: Pick<TaskSelection, 'filters' | 'sort' | 'timezone'>,
  now: string,
  isOfOneAssignee: boolean,
): SelectedTasks {
  const errors: FieldError[] = [];
  const condition = taskFilterSql({ space, now: Date.parse(now), zone: timezone, errors }, filters);
  const order = orderOfTasks(space, sort, isOfOneAssignee, errors);
  if (errors.length > 0) throw invalidFields(errors);
  return { conditions: filters.length === 0 ? [] : [condition], order };
}
