import { z } from 'zod';
import { resource, timestamp } from '../core/fields.ts';

/** The status of a submission (contract, F5). */
export const submissionStatuses = ['pending_confirmation', 'confirmed', 'expired'] as const;

/** The result of a quiz, computed by the service. */
export const QuizResult = z.object({
  score: z.number(),
  max_score: z.number(),
  percent: z.number(),
  passed: z.boolean(),
  correct: z.record(z.string(), z.boolean()).describe('By key of each question with a right answer, whether it was given'),
});

/** The result of a quiz. */
export type QuizResult = z.infer<typeof QuizResult>;

/** A submission of a form (contract, F5). */
export const FormSubmission = z
  .object({
    ...resource,
    form_id: z.string(),
    form_version: z.int().describe('The version of the form that was answered'),
    status: z.enum(submissionStatuses),
    data: z.record(z.string(), z.json()).describe('The answers by key of their field; what was not shown is not there'),
    contact_id: z.string().nullable().describe('The person who answered, when an email was given'),
    source: z.enum(['api', 'page', 'booking']),
    quiz: QuizResult.nullable(),
    confirmed_at: timestamp.nullable(),
    expires_at: timestamp.nullable().describe('End of the time in which it can be confirmed; null where that is not asked for'),
  })
  .meta({ id: 'FormSubmission' });

/** A submission of a form. */
export type FormSubmission = z.infer<typeof FormSubmission>;

/** The response to a submission: the stored submission and the message for the visitor. */
export const SubmittedForm = FormSubmission.extend({
  success_message: z.string().nullable(),
  redirect_url: z.string().nullable(),
}).meta({ id: 'SubmittedForm' });

/** The link that confirms a submission (contract, F9). */
export const ConfirmationLink = z
  .object({
    id: z.string().describe('The submission'),
    form_id: z.string(),
    email: z.string().describe('The address that must receive the link'),
    confirmation_url: z.string().describe('The link. It is shown once'),
    expires_at: timestamp,
  })
  .meta({ id: 'ConfirmationLink' });
