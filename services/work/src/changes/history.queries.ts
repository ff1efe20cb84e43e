import type { Actor } from '@space/contracts/core';
import { listQuery, type PageInput, sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';

/** The changes of a task, by the names of the changed fields. */
interface TaskHistory {
  readonly task_id: string;
  readonly changes: object;
}

/** Inserts changes of tasks. `from` follows the rows. */
export const insertChanges = (
  space: string,
  { kind, id, name }: Actor,
  changes: readonly TaskHistory[],
  now: string,
  from = sql.fragment``,
) => sql.fragment`
  insert into work.task_change (space_id, task_id, actor, changes, created_at)
  select ${space}, n.task_id, ${JSON.stringify({ kind, id, name })}::jsonb, n.changes, ${now}::timestamptz
  from ${unnestRows(
    changes.map((change) => ({ task_id: change.task_id, changes: JSON.stringify(change.changes) })),
    { task_id: 'text', changes: 'jsonb' },
    'n',
  )} ${from}`;

/** Inserts changes of tasks, if there are some. */
export async function insertHistory(
  tx: CommonQueryMethods,
  space: string,
  actor: Actor,
  changes: readonly TaskHistory[],
  now: string,
): Promise<void> {
  if (changes.length > 0) await tx.query(sql.typeAlias('void')`${insertChanges(space, actor, changes, now)}`);
}

/** The query of the changes of a task, the newest first. */
export const listHistory = (space: string, task: string, list: PageInput) =>
  listQuery(list, {
    from: sql.fragment`work.task_change as h`,
    alias: 'h',
    where: sql.fragment`h.space_id = ${space} and h.task_id = ${task}`,
    item: sql.fragment`json_build_object('created_at', ${wireTime(sql.fragment`h.created_at`)}, 'actor', h.actor, 'changes', h.changes)`,
    sortBy: [{ column: sql.fragment`h.number`, type: 'integer' }],
  });
