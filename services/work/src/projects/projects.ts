import { extendJson, type Handlers, Json } from '@space/bus';
import { type FieldError, invalidFields, Problem } from '@space/contracts/core';
import {
  defaultStatuses,
  MAX_PROJECTS,
  MAX_TASKS_PER_CHANGE,
  type Project,
  projectCreated,
  projectDeleted,
  type projects,
  projectUpdated,
  type TaskStatus,
  taskDeleted,
} from '@space/contracts/work';
import { findExisting, newId, readPage, withUniqueViolation } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { announceStatus, announceUnblocked } from '../changes/announce.ts';
import { taskEventData } from '../changes/event-data.ts';
import { findTrashedWith } from '../changes/trash.queries.ts';
import { assertChangeSize, trashTasks } from '../changes/trash-tasks.ts';
import { lockList } from '../places/lists.queries.ts';
import { lockTrees } from '../places/parents.queries.ts';
import { findStatuses } from '../statuses/statuses.queries.ts';
import { findPeopleOfRestored } from '../trash/people-of-deletion.ts';
import { restoreIds } from '../trash/restore-tasks.ts';
import { deleteForGood } from '../trash/trash.ts';
import { changeStatuses } from './change-statuses.ts';
import { peopleOfDeletedProject, peopleOfStatuses } from './people-of-project.ts';
import { freeKey } from './project-key.ts';
import {
  countProjects,
  deleteProject,
  findIdByKey,
  findTasksOfProject,
  insertProject,
  listProjects,
  lockKeys,
  lockProject,
  type ProjectRow,
  projectById,
  setProjectTrashed,
  updateProject,
  upsertStatuses,
} from './projects.queries.ts';

/** Creates the handlers of projects. */
export function projectHandlers(ports: Ports): Handlers<typeof projects> {
  const { database } = ports;
  const writer = createWriter('work', ports);

  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listProjects(caller.space_id, input))),

    async create(call) {
      const { name, key: given, description, statuses = defaultStatuses } = call.input;
      const space = call.caller.space_id;
      assertStatuses(statuses);
      return rejectDuplicateKey(database, space, given, () =>
        writer.write(call, async function createInTransaction(tx) {
          await lockKeys(tx, space);
          if ((await countProjects(tx, space)) >= MAX_PROJECTS)
            throw new Problem(
              'limit_reached',
              `A Space can have ${MAX_PROJECTS} projects with those in the trash; delete one for good first.`,
            );
          const key = given ?? (await freeKey(tx, space, name));
          const project = { id: newId('prj'), name, key, description };
          await insertProject(tx, space, project, tx.now);
          await upsertStatuses(
            tx,
            space,
            project.id,
            statuses.map((status) => ({ ...status, id: newId('sta') })),
          );
          tx.emit(projectCreated, aboutProject(project));
          return answerOf(tx, space, project.id);
        }),
      );
    },

    get: ({ input: { id }, caller }) => answerOf(database, caller.space_id, id),

    async update(call) {
      const { id, statuses, move_tasks = {}, ...fields } = call.input;
      const space = call.caller.space_id;
      if (statuses) assertStatuses(statuses);
      const people = await peopleOfStatuses(ports, call, id, statuses);
      return writer.write(call, async function updateInTransaction(tx) {
        await lockList(tx, space, id);
        const before = await lockProject(tx, space, id, call.if_version);
        assertNotTrashed(before);
        const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
        const after: ProjectRow = { ...before, ...given };
        const changed: string[] = (['name', 'description', 'archived'] as const).filter((name) => before[name] !== after[name]);
        const was: Record<string, unknown> = Object.fromEntries(changed.map((name) => [name, before[name as 'name']]));
        const former = (await findStatuses(tx, space, [id])).get(id) ?? [];
        const effect = statuses
          ? await changeStatuses(tx, call.caller.actor, { space, project: before, former, statuses, move_tasks }, people)
          : null;
        if (effect?.isChanged) {
          changed.push('statuses');
          was.statuses = former;
        }
        if (changed.length === 0) return extendJson(await answerOf(tx, space, id), { before: {} });
        await updateProject(tx, space, after, tx.now);
        tx.emit(projectUpdated, { ...aboutProject(after), changed });
        for (const change of effect?.changes ?? []) announceStatus(tx, change, people);
        announceUnblocked(tx, effect?.unblocked ?? [], people);
        return extendJson(await answerOf(tx, space, id), { before: was as never });
      });
    },

    async delete(call) {
      const { id, delete_tasks, permanent } = call.input;
      const space = call.caller.space_id;
      const people = await peopleOfDeletedProject(ports, call, id, permanent);
      return writer.write(call, async function deleteInTransaction(tx) {
        await lockTrees(tx, space);
        await lockList(tx, space, id);
        const project = await lockProject(tx, space, id, call.if_version);
        const answer = { id, deleted: true as const, was_trashed: project.is_trashed };
        if (project.is_trashed && !permanent) return answer;
        const ids = await findTasksOfProject(tx, space, id, permanent, MAX_TASKS_PER_CHANGE + 1);
        if (ids.length > 0 && !delete_tasks && !project.is_trashed) throw new Problem('attached', await tasksRefused(tx, space, project));
        assertChangeSize(ids.length);
        if (permanent) {
          await deleteForGood(tx, space, ids, people);
          await deleteProject(tx, space, id);
        } else {
          const effect = ids.length === 0 ? { trashed: [], unblocked: [] } : await trashTasks(tx, call.caller.actor, space, ids, id);
          await setProjectTrashed(tx, space, id, true, tx.now);
          for (const task of effect.trashed) tx.emit(taskDeleted, { ...taskEventData(task, people), permanent: false });
          announceUnblocked(tx, effect.unblocked, people);
        }
        tx.emit(projectDeleted, { ...aboutProject(project), permanent });
        return answer;
      });
    },

    async restore(call) {
      const { id } = call.input;
      const space = call.caller.space_id;
      const people = await findPeopleOfRestored(ports, call, [id]);
      return writer.write(call, async function restoreInTransaction(tx) {
        await lockTrees(tx, space);
        await lockList(tx, space, id);
        const project = await lockProject(tx, space, id, null);
        if (!project.is_trashed) return extendJson(await answerOf(tx, space, id), { was_trashed: false });
        await setProjectTrashed(tx, space, id, false, tx.now);
        await restoreIds(tx, call.caller.actor, space, await findTrashedWith(tx, space, [id], MAX_TASKS_PER_CHANGE + 1), people);
        tx.emit(projectUpdated, { ...aboutProject(project), changed: ['trashed_at'] });
        return extendJson(await answerOf(tx, space, id), { was_trashed: true });
      });
    },
  };
}

/** Returns why a project with tasks is not deleted, and what to do: tasks in the trash cannot be moved. */
async function tasksRefused(tx: CommonQueryMethods, space: string, { id, key }: ProjectRow): Promise<string> {
  const isOnlyTrash = (await findTasksOfProject(tx, space, id, false, 1)).length === 0;
  return isOnlyTrash
    ? `The project ${key} has tasks in the trash; delete them for good or restore and move them, or send delete_tasks.`
    : `The project ${key} has tasks; move them to another one, or send delete_tasks.`;
}

const aboutProject = ({ id, name, key }: Pick<ProjectRow, 'id' | 'name' | 'key'>) => ({ project_id: id, project: name, key });

async function answerOf(database: CommonQueryMethods, space: string, id: string): Promise<Json<Project>> {
  const row = await findExisting(database, projectById(space, id), { noun: 'project', id });
  return new Json<Project>(row.json, row.version);
}

function assertNotTrashed(project: ProjectRow): void {
  if (project.is_trashed) throw new Problem('conflict', `The project ${project.key} is in the trash; restore it first.`);
}

/** Throws `invalid` for statuses with one name twice, in any case. */
function assertStatuses(statuses: readonly Pick<TaskStatus, 'name'>[]): void {
  const names = statuses.map(({ name }) => name.toLowerCase());
  const errors = names.flatMap((name, at): FieldError[] =>
    names.indexOf(name) === at
      ? []
      : [{ path: `statuses.${at}.name`, code: 'duplicate', message: 'is the name of another status of the list' }],
  );
  if (errors.length > 0) throw invalidFields(errors);
}

/** Runs `act`. If another project has the key, throws `duplicate` with the id of that project. */
const rejectDuplicateKey = <T>(database: CommonQueryMethods, space: string, key: string | undefined, act: () => Promise<T>): Promise<T> =>
  withUniqueViolation(
    {
      async project_key() {
        const existing = key === undefined ? null : await findIdByKey(database, space, key);
        const which = existing === null ? '' : ` (${existing})`;
        return new Problem('duplicate', `A project with the key ${key ?? 'of this name'} exists already${which}; send another key.`, {
          existing_id: existing,
        });
      },
    },
    act,
  );
