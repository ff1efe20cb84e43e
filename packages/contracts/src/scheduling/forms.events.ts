import { z } from 'zod';
import { shownAssets } from '../assets/shown-assets.ts';
import { ContactBlock, contactCreated } from '../contacts/contacts.events.ts';
import { eventType } from '../core/event.ts';

const aboutForm = { form_id: z.string(), form: z.string().describe('The name of the form') };
const inquiry = { form_id: 'frm_01jd0000000000000000000000', form: 'Contact us' };
const formFilters = ['form_id'] as const;

/** A form was created. */
export const formCreated = eventType({
  type: 'form_created',
  group: 'forms',
  label: 'Form created',
  data: z.object({ ...aboutForm, template: z.string().nullable() }),
  sample: { ...inquiry, template: 'contact' },
  filters: [],
});

/** A form's name, description, status, fields or settings changed. */
export const formUpdated = eventType({
  type: 'form_updated',
  group: 'forms',
  label: 'Form updated',
  data: z.object({ ...aboutForm, changed: z.array(z.string()), status: z.string(), form_version: z.int() }),
  sample: { ...inquiry, changed: ['status'], status: 'paused', form_version: 1 },
  filters: formFilters,
});

/** A form was deleted with its submissions and files. */
export const formDeleted = eventType({
  type: 'form_deleted',
  group: 'forms',
  label: 'Form deleted',
  data: z.object(aboutForm),
  sample: inquiry,
  filters: formFilters,
});

const aboutSubmission = {
  ...aboutForm,
  form_version: z.int().describe('The version of the form that was answered'),
  submission_id: z.string(),
  answers: z.record(z.string(), z.json()).describe('The answers by key of their field'),
};
const aboutPerson = {
  contact_id: z.string().optional().describe('The person who answered, when an email was given'),
  contact: ContactBlock.optional(),
};
const message = {
  ...inquiry,
  form_version: 1,
  submission_id: 'sub_01jd0000000000000000000000',
  answers: { name: 'Ada Lovelace', email: 'ada@example.com', message: 'How much is an engine?' },
};

const Score = z.object({ score: z.number(), max_score: z.number(), percent: z.number(), passed: z.boolean() });

/** A form was submitted, and the submission was confirmed if the form requires that (contract, F6). */
export const formSubmission = eventType({
  type: 'form_submission',
  group: 'forms',
  label: 'Form submitted',
  data: z.object({ ...aboutSubmission, ...aboutPerson, ...shownAssets, score: Score.optional().describe('The result of a quiz') }),
  sample: { ...message, ...contactCreated.sample, asset_ids: [] },
  shown_by: { kind: 'form_submission', id: 'submission_id' },
  filters: formFilters,
});

/**
 * A form with double opt-in was submitted and waits for its confirmation. The receiver of this event creates the link by
 * `form_submissions.create_link` and mails it to the address. Nothing else happens before the confirmation (contract, F9).
 */
export const formConfirmationRequested = eventType({
  type: 'form_confirmation_requested',
  group: 'forms',
  label: 'Confirmation of a form asked for',
  data: z.object({
    ...aboutForm,
    submission_id: z.string(),
    email: z.string().describe('The address that must receive the link'),
    expires_at: z.iso.datetime({ precision: 3 }).describe('Until when it can be confirmed'),
  }),
  sample: {
    ...inquiry,
    submission_id: message.submission_id,
    email: 'ada@example.com',
    expires_at: '2026-01-03T00:00:00.000Z',
  },
  filters: formFilters,
});

/** A submission of a form was deleted. */
export const formSubmissionDeleted = eventType({
  type: 'form_submission_deleted',
  group: 'forms',
  label: 'Form submission deleted',
  data: z.object({ ...aboutForm, submission_id: z.string() }),
  sample: { ...inquiry, submission_id: message.submission_id },
  filters: formFilters,
});
