import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Takes back the number that a task had in a project that it has left; null if it was never in it. */
export const numberIn = (tx: CommonQueryMethods, space: string, project: string, task: string) =>
  tx.maybeOneFirst(sql.type(z.object({ number: z.number() }))`
    delete from work.task_alias where space_id = ${space} and project_id = ${project} and task_id = ${task} returning number`);

/** Stores the number of a task in a project that it leaves, so that its identifier still finds it. */
export const leaveProject = (tx: CommonQueryMethods, space: string, project: string, number: number, task: string) =>
  tx.query(sql.typeAlias('void')`
    insert into work.task_alias (space_id, project_id, number, task_id) values (${space}, ${project}, ${number}, ${task})`);
