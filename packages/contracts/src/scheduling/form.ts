import { z } from 'zod';
import { nonEmptyLine, resource } from '../core/fields.ts';
import { pageLocale } from '../core/page-locale.ts';
import { embedFields } from './embed.ts';
import { FormField } from './form-field.ts';
import { formTemplates } from './form-field-types.ts';

/** The status of a form; only an active form accepts answers (contract, F1). */
export const formStatuses = ['draft', 'active', 'paused', 'archived'] as const;

/** Layouts of the page of a form: all questions, or one after another. */
export const formLayouts = ['one_page', 'one_question'] as const;

const MAX_URL = 2_000;

/** The address that a visitor is redirected to: https and without a user name, since it opens in the visitor's browser. */
export const redirectUrl = z
  .string()
  .max(MAX_URL)
  .refine(isSafeRedirect, 'must be an address that begins with https:// and names a host, without a user or spaces')
  .describe('An https address to which visitors are redirected');

function isSafeRedirect(text: string): boolean {
  // The parser of URLs drops spaces and line ends and turns backslashes: the stored text must be the URL that a browser reads.
  if (!/^https:\/\/[^/\\?#@]/i.test(text) || /[\s\p{C}<>"'`\\]/u.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === '' && password === '' && hostname !== '';
}

/** The message or redirect of a form for a range of quiz scores. */
const Outcome = z.strictObject({
  min_percent: z.number().min(0).max(100).describe('Percentage from which on it applies; the highest one wins'),
  message: z.string().min(1).max(2_000).describe('Text after sending'),
  redirect_url: redirectUrl.optional(),
});

/** The scoring of a form. */
export const Quiz = z.strictObject({
  pass_percent: z.number().min(0).max(100).default(70).describe('Percentage that is enough to pass'),
  show_result: z.boolean().default(true).describe('True when visitors see their score'),
  outcomes: z.array(Outcome).max(20).default([]).describe('Texts or redirects by score'),
});

/** The scoring of a form. */
export type Quiz = z.output<typeof Quiz>;

/** A form in a list. */
export const FormSummary = z
  .object({
    ...resource,
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(formStatuses),
    template: z.enum(formTemplates).nullable().describe('The template that it was created from'),
    version: z.int().describe('Version of its fields, from 1; a submission keeps the version that it answers'),
    success_message: z.string().nullable(),
    redirect_url: z.string().nullable(),
    double_opt_in: z.boolean(),
    quiz: Quiz.nullable(),
    layout: z.enum(formLayouts),
    language: z.string().nullable(),
    url: z.string().describe('Its public page'),
    field_count: z.int(),
  })
  .meta({ id: 'FormSummary' });

/** A form (contract, F1). */
export const Form = FormSummary.extend({ fields: z.array(FormField), ...embedFields }).meta({ id: 'Form' });

/** A form. */
export type Form = z.output<typeof Form>;

/** The settings of a form that a create or an update can set, in addition to its fields. */
export const formSettings = {
  name: nonEmptyLine(200).describe('Name of the form; visitors see it as its title'),
  description: z.string().max(4_000).nullable().describe('Text that visitors see above the fields'),
  success_message: z.string().max(2_000).nullable().describe('Text after sending; null for a plain thank-you'),
  redirect_url: redirectUrl.nullable().describe('An https address to which visitors are redirected'),
  double_opt_in: z.boolean().describe('True if answers count only when their email is confirmed'),
  quiz: Quiz.nullable().describe('Scoring of a quiz; null for none'),
  layout: z.enum(formLayouts).describe('one_question shows one question at a time, where scripts run'),
  language: pageLocale.nullable().describe('Language of its labels, like de; null for that of the Space (look), else of the visitor'),
};
