import { z } from 'zod';
import { contract } from '../core/operation.ts';
import { pageFiles, publicPage } from '../core/public-page.ts';
import { formConfirmationRequested, formSubmission } from './forms.events.ts';

const form = { form_id: z.string().min(1).max(64) };
const link = { ...form, token: z.string().min(1).max(100) };

/** The page of a form, at `/f/{form_id}` of the public origin (contract, O3). */
export const publicForms = contract({
  name: 'public_forms',
  service: 'scheduling',
  tag: 'Public forms',
  description: 'The public pages of forms.',
  operations: {
    open: publicPage({ summary: 'Open a form', method: 'GET', path: '/f/:form_id', parameters: form }),
    submit: publicPage({
      summary: 'Send a form',
      description: 'A published page of the Space may hold the form itself, in a frame or as one of its own.',
      method: 'POST',
      path: '/f/:form_id',
      parameters: { ...form, ...pageFiles },
      emits: [formSubmission, formConfirmationRequested],
      from_any_site: true,
    }),
    ask_confirmation: publicPage({
      summary: 'Ask to confirm what was sent',
      description: 'Confirms nothing: readers of mail open links before people do.',
      method: 'GET',
      path: '/f/:form_id/confirm/:token',
      parameters: link,
    }),
    confirm: publicPage({
      summary: 'Confirm what was sent',
      description: 'Anyone with the link may confirm, from any frame of any mail program.',
      method: 'POST',
      path: '/f/:form_id/confirm/:token',
      parameters: link,
      emits: [formSubmission],
      from_any_site: true,
    }),
  },
});
