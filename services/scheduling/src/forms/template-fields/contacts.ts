import type { FormTemplate } from './form-template.ts';

const name = { key: 'name', label: 'Name', type: 'short_text', required: true, map_to: 'contact.name' } as const;
const email = { key: 'email', label: 'Email', type: 'email', required: true } as const;
const phone = { key: 'phone', label: 'Phone', type: 'phone', help: 'With the code of your country, like +44 20 7946 0000' } as const;

/** A message to the Space. */
export const contact: FormTemplate = {
  description: 'A message, with who sends it and how to answer.',
  fields: [
    name,
    email,
    phone,
    { key: 'subject', label: 'What is it about?', type: 'select', options: ['General', 'Sales', 'Support', 'Other'] },
    { key: 'message', label: 'Message', type: 'long_text', required: true },
    { key: 'consent', label: 'You may keep what I wrote in order to answer me.', type: 'consent' },
  ],
  settings: { success_message: 'Thank you for your message. We will write back soon.' },
};

/** A request to be contacted. */
export const leadCapture: FormTemplate = {
  description: 'Who is interested, in what, and where they came from.',
  fields: [
    { key: 'first_name', label: 'First name', type: 'short_text', required: true },
    { key: 'last_name', label: 'Last name', type: 'short_text' },
    email,
    { key: 'company', label: 'Company', type: 'short_text' },
    { key: 'job_title', label: 'What do you do there?', type: 'short_text' },
    {
      key: 'company_size',
      label: 'How many people work there?',
      type: 'select',
      options: ['1–10', '11–50', '51–200', '201–1000', '1000+'],
    },
    { key: 'interest', label: 'What are you interested in?', type: 'multi_select', options: ['Product', 'Pricing', 'Demo', 'Partnership'] },
    { key: 'consent', label: 'You may write to me about this.', type: 'consent', required: true },
    { key: 'utm_source', label: 'Source', type: 'hidden' },
    { key: 'utm_medium', label: 'Medium', type: 'hidden' },
    { key: 'utm_campaign', label: 'Campaign', type: 'hidden' },
  ],
  settings: { success_message: 'Thank you. We will be in touch.' },
};

/** The questions before a meeting. */
export const bookingIntake: FormTemplate = {
  description: 'Questions to a guest before a meeting; to attach to a booking page.',
  fields: [
    name,
    email,
    phone,
    { key: 'company', label: 'Company', type: 'short_text' },
    {
      key: 'topic',
      label: 'What would you like to talk about?',
      type: 'select',
      options: ['First conversation', 'Advice', 'Follow-up', { value: 'Other', other: true }],
      required: true,
    },
    { key: 'goals', label: 'What should come out of it?', type: 'long_text' },
    {
      key: 'how_heard',
      label: 'How did you find us?',
      type: 'select',
      options: ['A search', 'A friend', 'Social media', 'An event', { value: 'Other', other: true }],
    },
    { key: 'attachments', label: 'Anything we should read before', type: 'file', validation: { max_selections: 3 } },
    { key: 'consent', label: 'You may keep this in order to prepare our meeting.', type: 'consent' },
  ],
  settings: { success_message: 'Thank you. We look forward to meeting you.' },
};
