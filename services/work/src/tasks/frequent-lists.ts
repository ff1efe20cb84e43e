import { DEFAULT_PAGE_SIZE } from '@space/contracts/core';
import type { TaskSelection } from '@space/contracts/work';

/** Lists that people and agents ask for again and again, by their filters and their order, with the names of their prepared statements. */
const frequent: ReadonlyMap<string, string> = new Map([
  ['-created_at', 'work-tasks-newest'],
  ['assignee_id due_at', 'work-tasks-of-one'],
  ['assignee_id status_category due_at', 'work-tasks-of-one-in-category'],
  ['project_id position', 'work-tasks-of-project'],
  ['project_id status_id position', 'work-tasks-of-status'],
]);

/** The order, the paging and the zone of filters, which are no filters. A page after another one and other sizes of pages are not prepared. */
const paging: ReadonlySet<string> = new Set(['sort', 'limit', 'cursor', 'include_total', 'timezone']);

/** Returns the name of the prepared statement of a frequent list; undefined for others: each text that is prepared takes up memory of each connection. */
export function frequentList(selection: TaskSelection): string | undefined {
  const { sort, limit, project_id, assignee_id } = selection;
  if (limit !== DEFAULT_PAGE_SIZE || project_id === 'none' || assignee_id === 'none') return undefined;
  const names = Object.entries(selection)
    .filter(([name, value]) => value !== undefined && !paging.has(name) && !(name === 'trashed' && value === false))
    .map(([name]) => name)
    .toSorted();
  const order = sort.map(({ column_key, direction }) => (direction === 'desc' ? `-${column_key}` : column_key));
  return frequent.get([...names, ...order].join(' '));
}
