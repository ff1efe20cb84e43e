import { createClient } from '@space/client';
import { openDatabase, sql } from '@space/database';
import type { Figure } from './figure.ts';
import { load, median, percentile } from './load.ts';
import type { Subject } from './subject.ts';

/** Tasks of the large list, and people who have them. */
const TASKS = 200_000;
const PEOPLE = 100;
/** Tasks that agents claim together. */
const CLAIMED = 2_000;
const AGENTS = 20;
const READS = 200;
/** Tasks that one statement of SQL inserts. */
const FILLED_AT_ONCE = 5_000;
const FLOOR_CONNECTIONS = 10;

/** Measures projects and tasks: creation, lists, and claims, each over HTTP. */
export async function measureWork({ profile, space_id, api_key, client }: Subject, seconds: number): Promise<Figure[]> {
  const url = `${profile.connection.base_url}/tasks`;
  const headers = { authorization: `Bearer ${api_key}` };
  const { id: project_id } = await client.projects.create({ name: 'Website', key: 'WEB' });
  const { id: board } = await client.projects.create({ name: 'Board', key: 'BRD' });
  const task = (more: object) => () => JSON.stringify({ title: 'Call the printer', ...more });
  await load({ url, headers, body: task({}) }, 2);
  const alone = await load({ url, headers, body: task({}) }, seconds);
  const inProject = await load({ url, headers, body: task({ project_id }) }, seconds);

  const floor = await insertsPerSecond(profile.connection.database_url!, seconds);

  const { statuses } = await client.projects.get({ id: board });
  await fillTasks(profile.connection.database_url!, space_id, board, statuses[1]!.id);
  const mine = await millisecondsOf(() => client.tasks.list({ assignee_id: 'con_7', status_category: ['todo'], sort: 'due_at' }));
  const column = await millisecondsOf(() => client.tasks.list({ project_id: board, status_id: statuses[1]!.id, sort: 'position' }));

  const claims = await claimAll(profile.connection, space_id);
  return [
    {
      name: 'creates of a task with its event per second, to plain inserts',
      unit: '/s',
      floor,
      goal: profile.name === 'standalone' ? 0.4 : 0.2,
      value: alone.per_second,
      bound: 'least',
    },
    { name: 'creates in one project per second', unit: '/s', goal: 400, value: inProject.per_second, bound: 'least' },
    {
      name: 'open tasks of one of 100 people by due date, 200,000 tasks, p95',
      unit: 'ms',
      goal: 15,
      value: percentile(mine, 0.95),
      bound: 'most',
    },
    { name: 'the same, median', unit: 'ms', goal: 8, value: median(mine), bound: 'most' },
    { name: 'a column of a board of 200,000 tasks, p95', unit: 'ms', goal: 10, value: percentile(column, 0.95), bound: 'most' },
    { name: 'claims by 20 agents per second', unit: '/s', goal: 700, value: claims.per_second, bound: 'least' },
    { name: 'tasks that were claimed twice', unit: '', goal: 0, value: claims.twice, bound: 'most' },
  ];
}

/** Returns the milliseconds of each of some calls, one after the other. */
async function millisecondsOf(act: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < READS; at += 1) {
    const began = performance.now();
    await act();
    found.push(performance.now() - began);
  }
  return found.slice(READS / 10);
}

/** Creates tasks and lets agents claim them all; returns the claims of a second and the tasks that two agents got. */
async function claimAll({ base_url, operator_token }: Subject['profile']['connection'], space_id: string) {
  const operator = createClient({ base_url, api_key: operator_token });
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, async (_, at) => {
      const { id: agent_id } = await operator.settings.create_agent({ space_id, name: `Agent ${at}` });
      const { api_key } = await operator.settings.create_key({ space_id, agent_id, name: 'Claims', scopes: ['tasks:read', 'tasks:write'] });
      return createClient({ base_url, api_key });
    }),
  );
  const { id: project_id } = await agents[0]!.projects.create({ name: 'Queue', key: 'QUE' });
  for (let at = 0; at < CLAIMED; at += 100)
    await agents[0]!.tasks.create_bulk({ tasks: Array.from({ length: 100 }, () => ({ title: 'Do it', project_id })) });
  const claimed: string[] = [];
  const began = performance.now();
  await Promise.all(
    agents.map(async ({ tasks }) => {
      for (;;) {
        const { task } = await tasks.claim({ project_id });
        if (task === null) return;
        claimed.push(task.id);
      }
    }),
  );
  return { per_second: claimed.length / ((performance.now() - began) / 1_000), twice: claimed.length - new Set(claimed).size };
}

/** Returns the plain inserts of a row of a task that Postgres commits in a second over ten connections. */
async function insertsPerSecond(databaseUrl: string, seconds: number): Promise<number> {
  const database = await openDatabase(databaseUrl, { connections: FLOOR_CONNECTIONS });
  const end = performance.now() + seconds * 1_000;
  let count = 0;
  await Promise.all(
    Array.from({ length: FLOOR_CONNECTIONS }, async () => {
      while (performance.now() < end) {
        count += 1;
        await database.query(sql.typeAlias('void')`
          insert into work.task (space_id, id, title, status_id, status_category, priority, reminders, about, custom_fields,
            position, assignee_count, created_by, created_at, updated_at)
          values ('spc_floor', ${`tsk_${count}`}, 'Call the printer', 'sta_1', 'todo', 0, '{}', '[]', '{}', ${String(count).padStart(9, '0')}, 0, '{}', now(), now())`);
      }
    }),
  );
  await database.end();
  return count / seconds;
}

/** Inserts tasks of a project with one assignee each with SQL instead of the API. */
async function fillTasks(databaseUrl: string, space: string, project: string, status: string): Promise<void> {
  const database = await openDatabase(databaseUrl);
  for (let from = 1; from <= TASKS; from += FILLED_AT_ONCE) {
    await database.query(sql.typeAlias('void')`
      insert into work.task (space_id, id, project_id, number, title, status_id, status_category, priority, reminders, about,
        custom_fields, position, assignee_count, created_by, due_date, due_at, created_at, updated_at)
      select ${space}, 'tsk_' || lpad(i::text, 26, '0'), ${project}, i, 'Task ' || i, ${status}, 'todo', i % 5, '{}', '[]', '{}', lpad(i::text, 7, '0'), 1,
        '{"kind": "person", "id": "x", "name": "Bench"}', date '2027-01-01' + i % 300, timestamptz '2027-01-02' + make_interval(days => i % 300), now(), now()
      from generate_series(${from}::int, ${from + FILLED_AT_ONCE - 1}::int) as i`);
    await database.query(sql.typeAlias('void')`
      insert into work.task_assignee (space_id, task_id, assignee_id, kind, name, place)
      select ${space}, 'tsk_' || lpad(i::text, 26, '0'), 'con_' || i % ${PEOPLE}::int, 'person', 'Ada', 0 from generate_series(${from}::int, ${from + FILLED_AT_ONCE - 1}::int) as i`);
  }
  await database.query(sql.typeAlias('void')`analyze work.task`);
  await database.query(sql.typeAlias('void')`analyze work.task_assignee`);
  await database.end();
}
