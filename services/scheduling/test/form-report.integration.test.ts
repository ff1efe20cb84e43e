import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { forms } from '@space/contracts/scheduling';
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
