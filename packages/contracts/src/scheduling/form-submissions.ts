import { z } from 'zod';
import { Deleted, id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { madeBetween } from '../core/time-fields.ts';
import { FormField } from './form-field.ts';
import { ConfirmationLink, FormSubmission, SubmittedForm, submissionStatuses } from './form-submission.ts';
import { formConfirmationRequested, formSubmissionDeleted } from './forms.events.ts';

const submissionId = { id: id('form'), submission_id: id('submission') };

/** Submissions of forms (contract, F5). */
export const formSubmissions = contract({
  name: 'form_submissions',
  service: 'scheduling',
  tag: 'Form submissions',
  description: 'Submissions of forms, newest first, each with the version of the form that it answers.',
  operations: {
    list: operation({
      summary: 'List what was sent through a form',
      description: 'Newest first; the answers are in data.',
      scope: 'forms:read',
      route: { method: 'GET', path: '/forms/:id/submissions', status: 200 },
      tools: [{ name: 'list_form_submissions', family: 'form_submissions', action: 'list', everyday: true }],
      input: z.strictObject({
        id: id('form'),
        status: z.enum(submissionStatuses).optional().describe('Only submissions in this status'),
        ...madeBetween,
        contact_id: id('contact').optional(),
        sort: sortBy(['created_at'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(FormSubmission),
      example: { id: 'frm_01jd0000000000000000000000', status: 'confirmed', limit: 10 },
    }),
    get: operation({
      summary: 'Read what was sent through a form',
      description: 'With the fields of the version that was answered.',
      scope: 'forms:read',
      route: { method: 'GET', path: '/forms/:id/submissions/:submission_id', status: 200 },
      tools: [{ name: 'get_form_submission', family: 'form_submissions', action: 'get' }],
      input: z.strictObject(submissionId),
      output: FormSubmission.extend({ fields: z.array(FormField) }),
    }),
    resend: operation({
      summary: 'Ask for a confirmation again',
      description:
        'Emits form_confirmation_requested again and voids the link; a submission that has expired waits again. Refused with 409 when it is confirmed, and with 429 within a minute of the last time it was asked again.',
      scope: 'forms:write',
      route: { method: 'POST', path: '/forms/:id/submissions/:submission_id/resend', status: 200 },
      tools: [{ name: 'resend_form_confirmation', family: 'form_submissions', action: 'resend' }],
      input: z.strictObject(submissionId),
      output: SubmittedForm,
      no_undo: 'the request for a confirmation has been sent',
      emits: [formConfirmationRequested],
      problems: ['conflict', 'limited'],
      effects: ['outside'],
    }),
    create_link: operation({
      summary: 'Create the link that confirms a submission',
      description:
        'For the program that mails it to the person who answered. The link is shown once and voids the one before; with the same Idempotency-Key, such as the id of the event, a repeated call answers the same link. Refused with 409 when the submission is confirmed or has expired.',
      scope: 'forms:run',
      route: { method: 'POST', path: '/forms/:id/submissions/:submission_id/confirmation-link', status: 200 },
      tools: [{ name: 'create_form_confirmation_link', family: 'form_submissions', action: 'create_link' }],
      input: z.strictObject(submissionId),
      output: ConfirmationLink,
      no_undo: 'the link has been shown and the one before is void',
      problems: ['conflict'],
      confidential: true,
      effects: ['outside'],
      allowed_when_full: true,
    }),
    delete: operation({
      summary: 'Delete what was sent through a form',
      description: 'For good, with its files. The contact stays.',
      scope: 'forms:write',
      route: { method: 'DELETE', path: '/forms/:id/submissions/:submission_id', status: 200 },
      tools: [{ name: 'delete_form_submission', family: 'form_submissions', action: 'delete' }],
      input: z.strictObject(submissionId),
      output: Deleted,
      no_undo: 'the submission and its files are deleted for good',
      emits: [formSubmissionDeleted],
    }),
  },
});
