import type { FormField } from '@space/contracts/scheduling';
import { compileForm } from '@space/scheduling/answers';
import type { Figure } from './figure.ts';
import { load, median } from './load.ts';
import type { Subject } from './subject.ts';

/** Seven typical fields, one with a condition. */
const fields: FormField[] = [
  { key: 'name', label: 'Name', type: 'short_text', required: true },
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'company', label: 'Company', type: 'short_text' },
  {
    key: 'topic',
    label: 'What is it about?',
    type: 'select',
    required: true,
    options: ['Sales', 'Support', 'Other'].map((value) => ({ value, label: value })),
  },
  { key: 'order', label: 'Order number', type: 'number', required: true, visible_if: { field: 'topic', op: 'eq', value: 'Support' } },
  { key: 'message', label: 'Message', type: 'long_text', required: true, validation: { max_length: 4_000 } },
  { key: 'consent', label: 'You may answer me.', type: 'consent', required: true },
];

const answers = (n: number) => ({
  name: `Person Number ${n}`,
  email: `Person${n}@example.com`,
  company: 'Analytical Engines',
  topic: 'Support',
  order: '1843',
  message: 'How much is an engine, and when can it be here?',
  consent: 'on',
});

/** Measures the validation of answers, and submissions per second over HTTP, with contacts, rows and events. */
export async function measureForms({ client, api_key, profile }: Subject, seconds: number): Promise<Figure[]> {
  const { id } = await client.forms.create({ name: 'Contact us', fields });
  const url = `${profile.connection.base_url}/forms/${id}/submit`;
  const headers = { authorization: `Bearer ${api_key}` };
  let sent = 0;
  const submit = (people: number) => load({ url, headers, body: () => JSON.stringify({ data: answers(sent++ % people) }) }, seconds);
  const strangers = await submit(Number.MAX_SAFE_INTEGER);
  const friends = await submit(1_000);
  const lost = strangers.not_2xx + friends.not_2xx;
  return [
    { name: 'validating a form of seven fields, one core', value: validatedPerSecond(), unit: 'forms/s', goal: 500_000, bound: 'least' },
    { name: 'submission of a new person, contact, events', value: strangers.per_second, unit: 'forms/s', goal: 700, bound: 'least' },
    { name: 'submission of a known person, event', value: friends.per_second, unit: 'forms/s', goal: 500, bound: 'least' },
    { name: 'submissions that were refused', value: lost, unit: 'forms', goal: 0, bound: 'most' },
  ];
}

/** Returns the forms that one core validates per CPU second: the median after warm-up. */
function validatedPerSecond(): number {
  const form = compileForm(fields);
  const forms = Array.from({ length: 1_000 }, (_, n) => answers(n));
  const runs = Array.from({ length: 25 }, () => {
    const began = process.cpuUsage();
    for (let round = 0; round < 50; round++)
      for (const one of forms) if (form.validate(one).errors.length > 0) throw new Error('The answers are invalid.');
    const { user, system } = process.cpuUsage(began);
    return (50 * forms.length * 1_000_000) / (user + system);
  });
  return median(runs.slice(5));
}
