import { expect, test } from '@jest/globals';
import { projects, taskComments, taskLinks, tasks } from '@space/contracts/work';
import { newId } from '@space/database';
import { useWorkService, type WorkSpace } from './fixtures/work-service.ts';

const service = useWorkService();

type Labels = readonly string[];

/** Creates a task with each of these lists of labels and returns their ids. */
async function newTasks({ call }: WorkSpace, labels: readonly Labels[]): Promise<string[]> {
  const all = labels.map((of, at) => ({ title: `Task ${at}`, labels: [...of] }));
  return (await call(tasks, 'create_bulk', { tasks: all })).data.map(({ id }) => id);
}

const newAgent = () => ({ kind: 'agent' as const, id: newId('agt') });

/** Returns what claims have got: ids of tasks, null, or the codes of problems. */
const outcomesOf = (claims: readonly Promise<{ readonly task: { readonly id: string } | null }>[]) =>
  Promise.all(
    claims.map((claim) =>
      claim.then(
        ({ task }) => task?.id ?? null,
        ({ code }: { code: string }) => code,
      ),
    ),
  );

test('20 agents that claim at the same time by labels, by project and without a filter share the tasks, each with its own', async () => {
  const space = service.newSpace();
  const { id: project_id } = await space.call(projects, 'create', { name: 'Website', key: 'WEB' });
  const ofProject = await space.call(tasks, 'create_bulk', { tasks: Array.from({ length: 15 }, () => ({ title: 'Page', project_id })) });
  const kinds: readonly Labels[] = [['a'], ['b'], ['a', 'b'], []];
  const labels = Array.from({ length: 60 }, (_, at) => kinds[at % 4]!);
  const ids = await newTasks(space, labels);
  const filters = [{ label: 'a' }, { label: 'b' }, { project_id }, { project_id: 'WEB' }, {}];
  const claimed: { readonly id: string; readonly label?: string | undefined; readonly project_id?: string | undefined }[] = [];
  await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const [filter, assignee] = [filters[at % 5]!, newAgent()];
      for (;;) {
        const { task } = await space.call(tasks, 'claim', { ...filter, assignee });
        if (task === null) return;
        expect(task.assignees).toEqual([{ ...assignee, name: 'Scout' }]);
        claimed.push({ ...filter, id: task.id });
      }
    }),
  );
  const pages = ofProject.data.map(({ id }) => id);
  expect(claimed.map(({ id }) => id).toSorted()).toEqual([...ids, ...pages].toSorted());
  for (const { id, label, project_id: named } of claimed) {
    if (label) expect(labels[ids.indexOf(id)]).toContain(label);
    if (named) expect(pages).toContain(id);
  }
  const all = (await space.call(tasks, 'list', { limit: 100 })).data;
  expect(all.every(({ assignees, status }) => assignees.length === 1 && status.category === 'in_progress')).toBe(true);
  expect((await space.types()).filter((type) => type === 'task_assigned')).toHaveLength(75);
});

test('claims that choose together get the most urgent tasks, then the oldest, and no other ones', async () => {
  const space = service.newSpace();
  const ids = await newTasks(
    space,
    Array.from({ length: 30 }, () => []),
  );
  await space.call(tasks, 'update_bulk', { updates: [27, 28, 29].map((at) => ({ id: ids[at]!, priority: 'urgent' as const })) });
  await space.call(taskLinks, 'create', { id: ids[29]!, kind: 'blocks', task_id: ids[28]! });
  const claims = Array.from({ length: 10 }, () => space.call(tasks, 'claim', { assignee: newAgent() }));
  expect((await outcomesOf(claims)).toSorted()).toEqual([ids[27], ids[29], ...ids.slice(0, 8)].toSorted());
});

test('a claim that fails among others takes no task and fails none of them', async () => {
  const space = service.newSpace();
  const ids = await newTasks(
    space,
    Array.from({ length: 9 }, () => []),
  );
  const used = { idempotency_key: 'claim-1' };
  const first = await space.call(tasks, 'claim', { assignee: newAgent() }, used);
  const claims = Array.from({ length: 8 }, () => space.call(tasks, 'claim', { assignee: newAgent() }));
  const faults = [
    space.call(tasks, 'claim', { assignee: newAgent() }, used),
    space.call(tasks, 'claim', { assignee: { kind: 'agent', id: 'agt_none' } }),
    space.call(tasks, 'claim', { assignee: newAgent(), project_id: 'prj_none' }),
  ];
  const outcomes = await outcomesOf([...claims.slice(0, 4), ...faults, ...claims.slice(4)]);
  const failed = outcomes.splice(4, 3);
  expect(failed).toEqual(['idempotency_mismatch', 'unresolved_reference', 'unresolved_reference']);
  const left = await outcomesOf(outcomes.filter((one) => one === null).map(() => space.call(tasks, 'claim', { assignee: newAgent() })));
  expect([first.task!.id, ...outcomes, ...left].filter((one) => one !== null).toSorted()).toEqual(ids.toSorted());
});

test('a dry run among claims takes no task from them', async () => {
  const space = service.newSpace();
  const ids = await newTasks(
    space,
    Array.from({ length: 8 }, () => []),
  );
  const claim = (dry_run: boolean) => space.call(tasks, 'claim', { assignee: newAgent() }, { dry_run });
  const tried: Promise<{ task: { id: string } | null }>[] = [];
  const claims = ids.map(() => {
    tried.push(claim(true));
    return claim(false);
  });
  expect((await outcomesOf(claims)).toSorted()).toEqual(ids.toSorted());
  for (const one of await outcomesOf(tried)) expect([...ids, null]).toContain(one);
  expect((await space.events('task_assigned')).map(({ data }) => data.task_id).toSorted()).toEqual(ids.toSorted());
});

test('a repeated claim gets its first task again, also among other claims', async () => {
  const space = service.newSpace();
  const ids = await newTasks(
    space,
    Array.from({ length: 12 }, () => []),
  );
  const claim = (at: number) => space.agent.call.whole(tasks, 'claim', {}, { idempotency_key: `claim-${at}` });
  const first = await Promise.all([0, 1, 2, 3].map(claim));
  const again = await Promise.all([0, 4, 1, 5, 2, 6, 3, 7].map(claim));
  const ofFirst = again.filter((_, at) => at % 2 === 0);
  expect(ofFirst.map(({ output }) => output)).toEqual(first.map(({ output }) => output));
  expect(ofFirst.every(({ replayed }) => replayed)).toBe(true);
  const taken = [...first, ...again.filter((_, at) => at % 2 === 1)].map(({ output }) => output.task!.id);
  expect(new Set(taken).size).toBe(8);
  expect((await space.call(tasks, 'list', { assignee_id: 'none' })).data).toHaveLength(ids.length - 8);
});

test('the answer of a claim has what a read of its task has', async () => {
  const { call, agent } = service.newSpace();
  const { id: project_id } = await call(projects, 'create', { name: 'Website', key: 'WEB' });
  const full = {
    title: 'Call "the" printer',
    description: '# Print',
    priority: 'high' as const,
    labels: ['print', 'b'],
    start_date: '2030-01-01',
    due_date: '2030-01-31',
    due_time: '09:30',
    timezone: 'Europe/Berlin',
    estimate: 1.5,
    recurrence: { rrule: 'FREQ=MONTHLY', after: 'due' as const },
    reminders: [{ minutes_before: 60 }],
    about: [{ kind: 'url' as const, id: 'https://example.com/' }],
    custom_fields: { a: 1, longer: { deep: [true, null] } },
  };
  for (const input of [{ ...full, project_id }, { title: 'Plain' }, full]) {
    const { id } = await call(tasks, 'create', input);
    const other = await call(tasks, 'create', { title: 'Other', status_id: 'Backlog', parent_id: id });
    await call(taskLinks, 'create', { id, kind: 'blocks', task_id: other.id });
    await call(taskComments, 'create', { id, body: 'Begun' });
    const { task } = await agent.call(tasks, 'claim', {});
    expect(task).toEqual(await call(tasks, 'get', { id }));
    expect([task!.comment_count, task!.links.length, task!.subtasks.total]).toEqual([1, 1, 1]);
  }
});
