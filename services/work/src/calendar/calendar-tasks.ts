import type { Handlers } from '@space/bus';
import type { taskCalendar } from '@space/contracts/work';
import type { Ports } from '@space/runtime';
import { findCalendarTasks, listCalendarSpaces, listCalendarTasks } from './calendar-tasks.queries.ts';

/** Entries of one answer. */
const PAGE = 1_000;

/** Creates the handlers by which the scheduling service compares its calendar with the tasks. */
export const calendarTaskHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof taskCalendar> => ({
  async list_spaces({ input: { after } }) {
    const space_ids = await listCalendarSpaces(database, after, PAGE + 1);
    return { space_ids: space_ids.slice(0, PAGE), has_more: space_ids.length > PAGE };
  },
  async list({ input: { after }, caller }) {
    const tasks = await listCalendarTasks(database, caller.space_id, after, PAGE + 1);
    return { tasks: tasks.slice(0, PAGE), has_more: tasks.length > PAGE };
  },
  async find({ input: { ids }, caller }) {
    return { tasks: [...(await findCalendarTasks(database, caller.space_id, ids))] };
  },
});
