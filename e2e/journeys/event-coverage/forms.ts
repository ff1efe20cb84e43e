import type { Client } from '@space/client';

/** Triggers every event of forms and submissions. */
export async function triggerFormEvents({ forms, form_submissions }: Client): Promise<void> {
  const { id } = await forms.create({ name: 'Contact us', template: 'contact' });
  await forms.update({ id, status: 'active', description: 'Write to us' });
  const data = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'How much is an engine?' };
  const sent = await forms.submit({ id, data });
  await form_submissions.delete({ id, submission_id: sent.id });
  await forms.update({ id, double_opt_in: true });
  await forms.submit({ id, data });
  await forms.delete({ id });
}
