import { Json } from '@space/bus';
import type { Task } from '@space/contracts/work';
import { findExisting } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { TaskRow } from './task-row.ts';
import { readTasks, taskById } from './task-rows.queries.ts';

/** Returns a task as the wire shows it, with its version. */
export async function answerOf(database: CommonQueryMethods, space: string, id: string): Promise<Json<Task>> {
  const row = await findExisting(database, taskById(space, id), { noun: 'task', id });
  return new Json<Task>(row.json, row.version);
}

/** Returns the next task that a change has made as the wire shows it, or null. */
export const nextAnswerOf = async (
  database: CommonQueryMethods,
  next: Pick<TaskRow, 'space_id' | 'id'> | undefined,
): Promise<Task | null> => (next ? (await answersOf(database, next.space_id, [next.id]))[0]! : null);

/** Returns tasks as the wire shows them, in the order of their ids. */
export async function answersOf(database: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Task[]> {
  const rows = await readTasks(database, space, ids);
  return ids.map((id) => JSON.parse(rows.get(id)!.json) as Task);
}
