import { join } from 'node:path';
import { createClient } from '@space/client';
import { openDatabase, sql } from '@space/database';
import type { Figure } from './figure.ts';
import { load, median, percentile } from './load.ts';
import { withRequestFloor } from './request-floor.ts';
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

/** Measures projects and tasks over HTTP: lists first, since the events of creations are still handled after them. */
export async function measureWork({ profile, space_id, api_key, client }: Subject, seconds: number, folder: string): Promise<Figure[]> {
  const { base_url, database_url } = profile.connection;
  const { id: board, statuses } = await client.projects.create({ name: 'Board', key: 'BRD' });
  await fillTasks(database_url!, space_id, board, statuses[1]!.id);
  const mine = await millisecondsOf(() => client.tasks.list({ assignee_id: 'con_7', status_category: ['todo'], sort: 'due_at' }));
  const column = await millisecondsOf(() => client.tasks.list({ project_id: board, status_id: statuses[1]!.id, sort: 'position' }));
  const claims = await claimAll(profile.connection, space_id);

  const { id: project_id } = await client.projects.create({ name: 'Website', key: 'WEB' });
  const creation = (url: string, more: object) => ({
    url: `${url}/tasks`,
    headers: { authorization: `Bearer ${api_key}` },
    body: () => JSON.stringify({ title: 'Call the printer', ...more }),
  });
  const floor = await withRequestFloor(database_url!, join(folder, 'floor.log'), async (url) => {
    await load(creation(url, {}), 2);
    return load(creation(url, {}), seconds);
  });
  await load(creation(base_url, {}), 2);
  const alone = await load(creation(base_url, {}), seconds);
  const inProject = await load(creation(base_url, { project_id }), seconds);
  return [
    {
      name: 'creates of a task with its event per second, to plain inserts over HTTP',
      unit: '/s',
      floor: floor.per_second,
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
  const keys = await Promise.all(
    Array.from({ length: AGENTS }, async (_, at) => {
      const { id: agent_id } = await operator.settings.create_agent({ space_id, name: `Agent ${at}` });
      return operator.settings.create_key({ space_id, agent_id, name: 'Claims', scopes: ['tasks:read', 'tasks:write'] });
    }),
  );
  const { projects, tasks } = createClient({ base_url, api_key: keys[0]!.api_key });
  const { id: project_id } = await projects.create({ name: 'Queue', key: 'QUE' });
  for (let at = 0; at < CLAIMED; at += 100)
    await tasks.create_bulk({ tasks: Array.from({ length: 100 }, () => ({ title: 'Do it', project_id })) });
  const claimed: string[] = [];
  const began = performance.now();
  // Requests without an idempotency key, as in the other loads.
  await Promise.all(
    keys.map(async ({ api_key }) => {
      const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
      for (;;) {
        const answer = await fetch(`${base_url}/tasks/claim`, { method: 'POST', headers, body: JSON.stringify({ project_id }) });
        const { task } = (await answer.json()) as { task: { id: string } | null };
        if (task === null) return;
        claimed.push(task.id);
      }
    }),
  );
  return { per_second: claimed.length / ((performance.now() - began) / 1_000), twice: claimed.length - new Set(claimed).size };
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
      insert into work.task_assignee (space_id, task_id, assignee_id, kind, name, place, due_order, status_category, is_trashed)
      select ${space}, 'tsk_' || lpad(i::text, 26, '0'), 'con_' || i % ${PEOPLE}::int, 'person', 'Ada', 0,
        timestamptz '2027-01-02' + make_interval(days => i % 300), 'todo', false
      from generate_series(${from}::int, ${from + FILLED_AT_ONCE - 1}::int) as i`);
  }
  // A vacuum, so that none runs during the lists.
  await database.query(sql.typeAlias('void')`vacuum analyze work.task`);
  await database.query(sql.typeAlias('void')`vacuum analyze work.task_assignee`);
  await database.end();
}
