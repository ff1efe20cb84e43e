import { fileURLToPath } from 'node:url';
import { workAssetUses } from '@space/contracts/assets';
import { workIds, workRecordIds, workRemoval, workSearch, workStorage } from '@space/contracts/platform';
import { myTasks, projects, taskCalendar, taskComments, taskLabels, taskLinks, tasks } from '@space/contracts/work';
import { findByText, findExistingIds, measureSpace, removeSpaceRows } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { calendarTaskHandlers } from './calendar/calendar-tasks.ts';
import { leaseTask } from './claims/lease-task.ts';
import { commentHandlers } from './comments/comments.ts';
import { alarmTask } from './due/alarm-task.ts';
import { labelHandlers } from './labels/labels.ts';
import { linkHandlers } from './links/links.ts';
import { projectHandlers } from './projects/projects.ts';
import { trashRetention } from './retention/trash-retention.ts';
import { searchSources } from './search/search-sources-sql.ts';
import { myTaskHandlers } from './tasks/task-lists.ts';
import { taskHandlers } from './tasks/tasks.ts';
import { workAssetUsesHandlers } from './uses/asset-uses.ts';

/**
 * Projects and tasks of people and agents. A task is one row; a change locks the row, compares it with the values that it gets, and
 * writes history, alarms and events in the same transaction. Numbers are drawn under the lock of their list, trees and links change
 * under a lock of their Space. Names of people and agents are asked for before a transaction and stored with an assignment: a contact
 * that is renamed later keeps its old name there.
 */
export const workService: Service = {
  ...manifest.work,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  followsDatabaseClock: true,
  open: (ports) => ({
    serves: [
      serving(workRemoval, { remove: ({ caller }) => removeSpaceRows(ports.database, 'work', caller.space_id) }),
      serving(workSearch, {
        find: async ({ input, caller }) => ({ found: [...(await findByText(ports.database, caller.space_id, searchSources, input))] }),
      }),
      serving(workIds, {
        find: async ({ input, caller }) => ({
          ids: await findExistingIds(ports.database, 'work', ['project'], caller.space_id, input.ids),
        }),
      }),
      serving(workRecordIds, {
        find: async ({ input, caller }) => ({ ids: await findExistingIds(ports.database, 'work', ['task'], caller.space_id, input.ids) }),
      }),
      serving(workStorage, {
        measure: async ({ caller }) => ({ ...(await measureSpace(ports.database, 'work', caller.space_id)), files: 0 }),
      }),
      serving(projects, projectHandlers(ports)),
      serving(tasks, taskHandlers(ports)),
      serving(myTasks, myTaskHandlers(ports)),
      serving(taskLinks, linkHandlers(ports)),
      serving(taskComments, commentHandlers(ports)),
      serving(taskLabels, labelHandlers(ports)),
      serving(workAssetUses, workAssetUsesHandlers(ports)),
      serving(taskCalendar, calendarTaskHandlers(ports)),
    ],
    tasks: [alarmTask(ports), leaseTask(ports), trashRetention(ports)],
  }),
};
