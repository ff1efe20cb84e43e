import { z } from 'zod';
import { Deleted, id, jsonObject, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { madeBetween } from '../core/time-fields.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { Form, FormSummary, formSettings, formStatuses } from './form.ts';
import { FormField, NewFormField } from './form-field.ts';
import { formFieldTypes, formTemplates } from './form-field-types.ts';
import { FormReport } from './form-report.ts';
import { SubmittedForm } from './form-submission.ts';
import { formConfirmationRequested, formCreated, formDeleted, formSubmission, formUpdated } from './forms.events.ts';
import { MAX_FORM_FIELDS, MAX_FORM_VERSIONS, MAX_REPORTED } from './limits.ts';

const formId = { id: id('form') };
const { name, ...otherSettings } = formSettings;
const settings = z.strictObject(otherSettings).partial().shape;
const fields = z.array(NewFormField).max(MAX_FORM_FIELDS);

const before = valuesBefore(z.object({ ...formSettings, status: z.enum(formStatuses), fields: z.array(FormField) }));

/** Forms: what a Space asks people, and what they may answer (contract, F1). */
export const forms = contract({
  name: 'forms',
  service: 'scheduling',
  tag: 'Forms',
  description:
    'Questions for people outside of the Space. Each form has a public page; what is sent there and what is sent over the API go through the same pipeline.',
  operations: {
    list: operation({
      summary: 'List forms',
      description: 'Newest first, unless sort says otherwise, without their fields.',
      scope: 'forms:read',
      route: { method: 'GET', path: '/forms', status: 200 },
      tools: [{ name: 'list_forms', family: 'forms', action: 'list', everyday: true }],
      input: z.strictObject({
        status: z.enum(formStatuses).optional().describe('Only forms in this status'),
        search: z.string().max(200).optional().describe('Part of the name'),
        sort: sortBy(['created_at', 'updated_at', 'name'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(FormSummary),
      example: { status: 'active', limit: 10 },
    }),
    create: operation({
      summary: 'Create a form',
      description:
        'The form is active immediately. With a template it starts with the fields and settings of the template; fields and settings of the call replace them.',
      scope: 'forms:write',
      route: { method: 'POST', path: '/forms', status: 201 },
      tools: [{ name: 'create_form', family: 'forms', action: 'create' }],
      input: z.strictObject({
        name,
        ...settings,
        template: z.enum(formTemplates).optional().describe('Start with its fields and settings'),
        fields: fields.optional().describe('All fields of the form, in order'),
      }),
      output: Form,
      emits: [formCreated],
      undo: undoByDeleting('delete_form'),
      problems: ['limit_reached'],
      example: {
        name: 'Contact us',
        success_message: 'Thank you, we will write to you.',
        fields: [
          { key: 'name', label: 'Your name', type: 'short_text', required: true },
          { key: 'email', label: 'Email', type: 'email', required: true },
          { key: 'topic', label: 'What is it about?', type: 'select', options: ['Sales', 'Support'] },
          { key: 'order', label: 'Order number', type: 'short_text', visible_if: { field: 'topic', op: 'eq', value: 'Support' } },
          { key: 'photo', label: 'A picture', type: 'file', validation: { accept: ['png', 'jpg', 'pdf'], max_size_mb: 2 } },
        ],
      },
    }),
    get: operation({
      summary: 'Read a form',
      scope: 'forms:read',
      route: { method: 'GET', path: '/forms/:id', status: 200 },
      tools: [{ name: 'get_form', family: 'forms', action: 'get' }],
      input: z.strictObject(formId),
      output: Form,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a form',
      description: `Only what is given changes. fields takes the place of the whole list, so read it, change it and write it back. Answers that were given keep the version they were given under. Above ${MAX_FORM_VERSIONS} versions the oldest without answers is deleted.`,
      scope: 'forms:write',
      route: { method: 'PATCH', path: '/forms/:id', status: 200 },
      tools: [{ name: 'update_form', family: 'forms', action: 'update' }],
      input: z.strictObject({
        ...formId,
        name: name.optional(),
        ...settings,
        status: z.enum(formStatuses).optional().describe('Only an active form accepts answers'),
        fields: fields.optional().describe('All fields of the form, in order'),
      }),
      output: Form.extend({ before }),
      emits: [formUpdated],
      undo: restoreFields('update_form'),
      problems: ['limit_reached'],
      versioned: true,
      example: { id: 'frm_01jd0000000000000000000000', status: 'paused' },
    }),
    delete: operation({
      summary: 'Delete a form',
      description: 'For good, with everything that was sent through it. Refused with 409 attached while a booking page uses it.',
      scope: 'forms:write',
      route: { method: 'DELETE', path: '/forms/:id', status: 200 },
      tools: [{ name: 'delete_form', family: 'forms', action: 'delete' }],
      input: z.strictObject(formId),
      output: Deleted,
      no_undo: 'the form and its submissions are deleted for good',
      emits: [formDeleted],
      problems: ['attached'],
      versioned: true,
    }),
    versions: operation({
      summary: 'List the versions of a form',
      description: 'Newest first, unless sort says otherwise, with the fields that each had.',
      scope: 'forms:read',
      route: { method: 'GET', path: '/forms/:id/versions', status: 200 },
      tools: [{ name: 'list_form_versions', family: 'forms', action: 'list_versions' }],
      input: z.strictObject({ ...formId, sort: sortBy(['version'], '-version'), limit, cursor, include_total: includeTotal }),
      output: page(z.object({ version: z.int(), fields: z.array(FormField), created_at: timestamp })),
    }),
    report: operation({
      summary: 'Sum up the answers to a form',
      description: `Over confirmed submissions: how often each choice was made, averages of numbers, the Net Promoter Score, how quizzes went. Of a form with more than ${MAX_REPORTED.submissions} submissions, or very long answers, it sums up the newest, and summed_up counts them.`,
      scope: 'forms:read',
      route: { method: 'GET', path: '/forms/:id/report', status: 200 },
      tools: [{ name: 'get_form_report', family: 'forms', action: 'report' }],
      input: z.strictObject({ ...formId, ...madeBetween }),
      output: FormReport,
    }),
    submit: operation({
      summary: 'Submit a form',
      description:
        'A real submission through the same pipeline as the public page: validation, capture of the contact, event and automations. All errors are returned together. A form that is not active is refused with 409. Its undo deletes it; there is none when a contact was captured or a confirmation was requested.',
      scope: 'forms:write',
      route: { method: 'POST', path: '/forms/:id/submit', status: 200 },
      tools: [{ name: 'submit_form', family: 'forms', action: 'submit' }],
      input: z.strictObject({
        ...formId,
        data: jsonObject.describe('The answers by key of their field'),
      }),
      output: SubmittedForm,
      emits: [formSubmission, formConfirmationRequested],
      // A captured contact stays, and a mail that asks for a confirmation may have been sent.
      undo: ({ id }, { id: submission_id, contact_id, status }) =>
        contact_id === null && status === 'confirmed' ? { tool: 'delete_form_submission', arguments: { id, submission_id } } : null,
      problems: ['conflict'],
      example: {
        id: 'frm_01jd0000000000000000000000',
        data: { name: 'Ada Lovelace', email: 'ada@example.com', topic: 'Support', order: '1843-A' },
      },
    }),
    templates: operation({
      summary: 'List the templates of forms',
      scope: 'forms:read',
      route: { method: 'GET', path: '/form-templates', status: 200 },
      tools: [{ name: 'list_form_templates', family: 'forms', action: 'list_templates' }],
      input: z.strictObject({}),
      output: z.object({
        data: z.array(
          z.object({
            template: z.enum(formTemplates),
            description: z.string(),
            fields: z.array(FormField),
          }),
        ),
        field_types: z.array(z.enum(formFieldTypes)).describe('Every type that a field can have'),
      }),
    }),
  },
});
