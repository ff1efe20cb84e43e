import type { FormTemplate } from './form-template.ts';

/** An application for a job. */
export const jobApplication: FormTemplate = {
  description: 'An application with a CV, for one of several positions.',
  fields: [
    { key: 'full_name', label: 'Full name', type: 'full_name', required: true },
    { key: 'email', label: 'Email', type: 'email', required: true },
    { key: 'phone', label: 'Phone', type: 'phone', required: true, help: 'With the code of your country, like +44 20 7946 0000' },
    { key: 'location', label: 'Where do you live?', type: 'short_text', map_to: 'contact.location' },
    {
      key: 'position',
      label: 'Which position?',
      type: 'select',
      required: true,
      options: ['Engineering', 'Design', 'Sales', 'Support', { value: 'Other', other: true }],
    },
    {
      key: 'resume',
      label: 'Your CV',
      type: 'file',
      required: true,
      validation: { accept: ['pdf', 'doc', 'docx'], max_size_mb: 5 },
    },
    { key: 'portfolio_url', label: 'Your work on the web', type: 'url' },
    { key: 'linkedin_url', label: 'LinkedIn', type: 'url' },
    { key: 'cover_letter', label: 'Why do you want to work here?', type: 'long_text' },
    { key: 'years_experience', label: 'Years of experience', type: 'number', validation: { min: 0, max: 60 } },
    { key: 'salary_expectation', label: 'What would you like to earn in a year?', type: 'currency' },
    { key: 'start_date', label: 'When could you begin?', type: 'date' },
    { key: 'work_authorized', label: 'Are you allowed to work here?', type: 'yes_no', required: true },
    {
      key: 'how_heard',
      label: 'How did you find us?',
      type: 'select',
      options: ['A search', 'A friend', 'Social media', { value: 'Other', other: true }],
    },
    { key: 'consent', label: 'You may keep my application until the position is filled.', type: 'consent', required: true },
  ],
  settings: { success_message: 'Thank you for applying. We read every application and write back.' },
};
