import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { forms, MAX_REPORTED } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, startForms } from './fixtures/forms.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startForms();
});
afterAll(() => services.stop());

test('a report counts choices, averages numbers and computes the Net Promoter Score', async () => {
  const { form, submit, call } = newSpace(services);
  const { id } = await form([
    { key: 'score', label: 'Score', type: 'nps' },
    { key: 'colours', label: 'Colours', type: 'multi_select', options: ['red', 'green'] },
    { key: 'seats', label: 'Seats', type: 'number' },
    { key: 'words', label: 'Words', type: 'long_text' },
  ]);
  for (const [score, colours, seats] of [
    [10, ['red'], 1],
    [9, ['red', 'green'], 2],
    [7, [], 4],
    [0, ['green', 'red'], undefined],
  ] as const)
    await submit(id, { score, colours, ...(seats && { seats }) });
  services.ports.clock.advance(1_000);
  const report = await call(forms, 'report', { id });
  expect(report).toEqual({
    form_id: id,
    submissions: { pending_confirmation: 0, confirmed: 4, expired: 0 },
    summed_up: 4,
    fields: [
      {
        key: 'score',
        label: 'Score',
        type: 'nps',
        responses: 4,
        choices: expect.arrayContaining([{ value: '10', count: 1 }]),
        average: 6.5,
        nps: { responses: 4, promoters: 2, passives: 1, detractors: 1, score: 25 },
      },
      {
        key: 'colours',
        label: 'Colours',
        type: 'multi_select',
        responses: 3,
        choices: [
          { value: 'red', count: 3 },
          { value: 'green', count: 2 },
        ],
      },
      { key: 'seats', label: 'Seats', type: 'number', responses: 3, average: 2.33 },
      { key: 'words', label: 'Words', type: 'long_text', responses: 0 },
    ],
    quiz: null,
  });
  const none = await call(forms, 'report', { id, since: new Date(services.ports.clock.now()).toISOString() });
  expect(none.submissions.confirmed).toBe(0);
});

test('a report sums up the submissions of a period: its start is included, its end is not', async () => {
  const { form, submit, call } = newSpace(services);
  const { id } = await form([{ key: 'seats', label: 'Seats', type: 'number' }]);
  const times: string[] = [];
  for (const seats of [1, 2, 4]) {
    times.push((await submit(id, { seats })).created_at);
    services.ports.clock.advance(60_000);
  }
  const averageOf = async (period: { since?: string; until?: string }) => {
    const { submissions, summed_up, fields } = await call(forms, 'report', { id, ...period });
    return [submissions.confirmed, summed_up, fields[0]!.average];
  };
  expect(await averageOf({ since: times[1]! })).toEqual([2, 2, 3]);
  expect(await averageOf({ until: times[1]! })).toEqual([1, 1, 1]);
  expect(await averageOf({ since: times[1]!, until: times[2]! })).toEqual([1, 1, 2]);
  expect(await averageOf({ since: times[2]!, until: times[2]! })).toEqual([0, 0, null]);
});

test('a report leaves out unconfirmed submissions', async () => {
  const { form, submit, call } = newSpace(services);
  const { id } = await form(
    [
      { key: 'email', label: 'Email', type: 'email' },
      { key: 'score', label: 'Score', type: 'nps' },
    ],
    {
      double_opt_in: true,
    },
  );
  await submit(id, { email: 'ada@example.com', score: 10 });
  expect(await call(forms, 'report', { id })).toMatchObject({
    submissions: { pending_confirmation: 1, confirmed: 0 },
    fields: [{ responses: 0 }, { nps: { responses: 0, score: null } }],
  });
});

test('a report summarizes the results of a quiz', async () => {
  const { call, submit } = newSpace(services);
  const { id } = await call(forms, 'create', { name: 'Quiz', template: 'quiz' });
  const right = { q1: 'Jupiter', q2: '100', q3: 'Ada Lovelace', q4: ['2', '7'] };
  expect(await submit(id, right)).toMatchObject({
    quiz: { percent: 100, passed: true },
    success_message: expect.stringContaining('All of it'),
  });
  await submit(id, { ...right, q1: 'Mars', q4: ['4', '9'] });
  expect((await call(forms, 'report', { id })).quiz).toEqual({ responses: 2, average_percent: 50, passed: 1 });
});

/** Inserts copies of the submissions of a form. */
const copySubmissions = (form: string, copies: number) =>
  services.ports.database.query(sql.typeAlias('void')`
    insert into scheduling.form_submission (space_id, id, form_id, form_version, status, data, source, created_at, updated_at)
    select s.space_id, s.id || '-' || n, s.form_id, s.form_version, s.status, s.data, s.source, s.created_at, s.updated_at
    from scheduling.form_submission as s, generate_series(1, ${copies}::int) as n where s.form_id = ${form}`);

test('a report of many submissions counts all by status and sums up the newest', async () => {
  const { form, submit, call } = newSpace(services);
  const { id } = await form([{ key: 'score', label: 'Score', type: 'nps' }]);
  await submit(id, { score: 10 });
  await copySubmissions(id, MAX_REPORTED.submissions + 10);
  expect(await call(forms, 'report', { id })).toMatchObject({
    submissions: { confirmed: MAX_REPORTED.submissions + 11 },
    summed_up: MAX_REPORTED.submissions,
    fields: [{ responses: MAX_REPORTED.submissions, choices: [{ value: '10', count: MAX_REPORTED.submissions }] }],
  });
});

test('a report of the longest answers sums up as many as it may read', async () => {
  const { form, submit, call } = newSpace(services);
  const { id } = await form([{ key: 'words', label: 'Words', type: 'long_text' }]);
  await submit(id, { words: randomBytes(7_000).toString('base64').slice(0, 9_000) });
  await copySubmissions(id, 4_000);
  const { submissions, summed_up, fields } = await call(forms, 'report', { id });
  expect(submissions.confirmed).toBe(4_001);
  expect(summed_up).toBeLessThan(4_000);
  expect(summed_up).toBeGreaterThan(1_000);
  expect(fields[0]!.responses).toBe(summed_up);
});
