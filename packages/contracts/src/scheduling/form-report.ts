import { z } from 'zod';
import type { submissionStatuses } from './form-submission.ts';
import { MAX_REPORTED } from './limits.ts';

type FormSubmissionStatus = (typeof submissionStatuses)[number];

/** The Net Promoter Score of one question: promoters give 9 or 10, detractors up to 6. */
const Nps = z.object({
  responses: z.int(),
  promoters: z.int(),
  passives: z.int(),
  detractors: z.int(),
  score: z.number().nullable().describe('Promoters less detractors in percent, from -100 to 100; null without answers'),
});

/** The answers to one field, aggregated. */
const FieldReport = z.object({
  key: z.string(),
  label: z.string(),
  type: z.string(),
  responses: z.int().describe('Submissions that answered it'),
  choices: z
    .array(z.object({ value: z.string(), count: z.int() }))
    .optional()
    .describe('Count of each answer, the most frequent first; for fields with choices and steps'),
  average: z.number().nullable().optional().describe('For numbers and steps'),
  nps: Nps.optional(),
});

/** The answers to a form, aggregated. */
export const FormReport = z
  .object({
    form_id: z.string(),
    submissions: z
      .object({ pending_confirmation: z.int(), confirmed: z.int(), expired: z.int() } satisfies Record<FormSubmissionStatus, z.ZodInt>)
      .describe('Submissions by status'),
    summed_up: z.int().describe(`Confirmed submissions that fields and quiz sum up: the newest ones, at most ${MAX_REPORTED.submissions}`),
    fields: z.array(FieldReport),
    quiz: z.object({ responses: z.int(), average_percent: z.number().nullable(), passed: z.int() }).nullable(),
  })
  .meta({
    id: 'FormReport',
    examples: [
      {
        form_id: 'frm_01jd0000000000000000000000',
        submissions: { pending_confirmation: 0, confirmed: 3, expired: 0 },
        summed_up: 3,
        fields: [
          {
            key: 'topic',
            label: 'What is it about?',
            type: 'select',
            responses: 3,
            choices: [
              { value: 'Support', count: 2 },
              { value: 'Sales', count: 1 },
            ],
          },
        ],
        quiz: null,
      },
    ],
  });

/** The answers to a form, aggregated. */
export type FormReport = z.output<typeof FormReport>;
