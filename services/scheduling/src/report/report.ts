import type { Handler } from '@space/bus';
import { notFound } from '@space/contracts/core';
import { type FormFieldType, type FormReport, type forms, MAX_REPORT_CHOICES, submissionStatuses } from '@space/contracts/scheduling';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { answerKind } from '../answers/answer-kinds.ts';
import type { FormLoader } from '../forms/form-loader.ts';
import { netPromoterScore } from './nps.ts';
import { countByAnswer, countByField, countByStatus, countNewest, summarizeQuiz } from './report.queries.ts';

/** Types with few different answers, which are counted one by one. */
const COUNTED: ReadonlySet<FormFieldType> = new Set([
  'select',
  'multi_select',
  'radio',
  'checkbox',
  'yes_no',
  'rating',
  'scale',
  'nps',
  'country',
  'consent',
]);

const AVERAGED: ReadonlySet<FormFieldType> = new Set(['number', 'currency', 'rating', 'scale', 'nps']);

/** Returns the handler of the report of a form: its confirmed submissions by its current fields. */
export function reportHandler({ database, clock }: Ports, loader: FormLoader): Handler<(typeof forms)['operations']['report']> {
  return async ({ input: { id, ...period }, caller }) => {
    const form = await loader.find(database, caller.space_id, id);
    if (!form) throw notFound('form', id);
    const span = { space: caller.space_id, form: id, ...period };
    const counted = form.fields.filter(({ type }) => COUNTED.has(type)).map(({ key }) => key);
    const [statuses, summed_up, byField, byAnswer, quiz] = await Promise.all([
      countByStatus(database, span, isoTime(clock.now())),
      countNewest(database, span),
      countByField(database, span),
      counted.length === 0 ? [] : countByAnswer(database, span, counted, MAX_REPORT_CHOICES),
      form.quiz ? summarizeQuiz(database, span) : null,
    ]);
    const choicesOf = (key: string) => byAnswer.filter((one) => one.key === key).map(({ value, count }) => ({ value, count }));
    return {
      form_id: id,
      submissions: Object.fromEntries(
        submissionStatuses.map((status) => [status, statuses.find((one) => one.status === status)?.count ?? 0]),
      ) as FormReport['submissions'],
      summed_up,
      fields: form.fields
        .filter(({ type }) => answerKind(type))
        .map(({ key, label, type }) => {
          const summary = byField.find((one) => one.key === key);
          return {
            key,
            label,
            type,
            responses: summary?.count ?? 0,
            ...(COUNTED.has(type) && { choices: choicesOf(key) }),
            ...(AVERAGED.has(type) && { average: rounded(summary?.average ?? null) }),
            ...(type === 'nps' && { nps: netPromoterScore(choicesOf(key)) }),
          };
        }),
      quiz: quiz && { ...quiz, average_percent: rounded(quiz.average_percent) },
    };
  };
}

const rounded = (number: number | null): number | null => (number === null ? null : Math.round(number * 100) / 100);
