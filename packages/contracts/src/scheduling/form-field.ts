import { z } from 'zod';
import { jsonValue, line, nonEmptyLine } from '../core/fields.ts';
import { FormCondition } from './form-condition.ts';
import { contactFields, type FormFieldTypeName, formFieldAliases, formFieldTypes } from './form-field-types.ts';
import { MAX_FORM_FILE_MB, MAX_FORM_OPTIONS } from './limits.ts';

/** The name of a field in the answers. */
const fieldKey = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9_]*$/, 'must be snake_case: a letter, then letters, digits and underscores');

const optionShape = {
  value: nonEmptyLine(200).describe('Stored value'),
  label: nonEmptyLine(200).describe('Text that visitors see'),
  score: z.number().min(-1_000).max(1_000).optional().describe('Points for choosing it in a quiz'),
  correct: z.boolean().optional().describe('True for a right answer of a quiz'),
  other: z.boolean().optional().describe('True to allow another answer'),
};

const count = z.int().min(0).max(100_000).optional();

/** Rules for an answer beyond its type; the guide to forms lists those that each type has. */
const FormValidation = z.strictObject({
  min: z.number().optional().describe('The least number'),
  max: z.number().optional().describe('Greatest number, or last step'),
  integer: z.boolean().optional().describe('True for whole numbers only'),
  min_length: count.describe('Characters, at least'),
  max_length: count.describe('Characters, at most'),
  pattern: z.string().min(1).max(500).optional().describe('RE2 pattern that part of the text must match'),
  min_selections: count.describe('Choices, at least'),
  max_selections: count.describe('Choices, at most'),
  min_date: z.iso.date().optional().describe('The first day, YYYY-MM-DD'),
  max_date: z.iso.date().optional().describe('The last day, YYYY-MM-DD'),
  accept: z.array(z.string().max(20)).min(1).max(30).optional().describe('Kinds of file, by ending: pdf, png, docx, …'),
  max_size_mb: z.number().min(0.001).max(MAX_FORM_FILE_MB).optional().describe('The largest file, in MiB'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters, like EUR')
    .optional()
    .describe('Currency of an amount (ISO 4217)'),
  region: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters, like GB')
    .optional()
    .describe('Country of numbers without +'),
  min_label: line(100).optional().describe('Text at the first step of a scale'),
  max_label: line(100).optional().describe('Text at the last step of a scale'),
});

/** The field of a contact that an answer fills. */
const mapTo = z
  .string()
  .max(140)
  .regex(
    new RegExp(`^contact\\.(${contactFields.join('|')}|custom_fields\\.[a-z][a-z0-9_]{0,59})$`),
    `must be ${contactFields.map((field) => `contact.${field}`).join(', ')} or contact.custom_fields.<key>`,
  );

const common = {
  key: fieldKey.describe('Name of its answer'),
  label: nonEmptyLine(500).describe('The question'),
  required: z.boolean().optional().describe('True if an answer is required while it is shown'),
  placeholder: line(200).optional().describe('Text while it is empty'),
  help: z.string().max(2_000).optional().describe('Help text below the label'),
  default_value: jsonValue
    .refine((value) => JSON.stringify(value).length <= 5_000, 'must have at most 5000 characters')
    .optional()
    .describe('Value when the form is opened'),
  rows: z.array(nonEmptyLine(200)).min(1).max(50).optional().describe('Rows of a matrix'),
  validation: FormValidation.optional().describe('Rules for the answer'),
  visible_if: FormCondition.optional().describe('Condition under which it is shown; default always'),
  required_if: FormCondition.optional().describe('Condition under which an answer is required'),
  map_to: mapTo.optional().describe('Field of the contact that it fills'),
};

/** A field of a form, as it is given (contract, F3). */
export const NewFormField = z.strictObject({
  ...common,
  type: z
    .enum([...formFieldTypes, ...(Object.keys(formFieldAliases) as (keyof typeof formFieldAliases)[])] as [
      FormFieldTypeName,
      ...FormFieldTypeName[],
    ])
    .describe('Type of its answers'),
  options: z
    .array(z.union([nonEmptyLine(200), z.strictObject({ ...optionShape, label: optionShape.label.optional() })]))
    .max(MAX_FORM_OPTIONS)
    .optional()
    .describe('Choices, or the columns of a matrix: names or objects'),
});

/** A field of a form, as it is given. */
export type NewFormField = z.output<typeof NewFormField>;

/** A field of a form (contract, F3). What it does not have is left out, so that it can be written back as it is. */
export const FormField = z
  .object({ ...common, type: z.enum(formFieldTypes), options: z.array(z.object(optionShape)).optional() })
  .meta({ id: 'FormField', examples: [{ key: 'email', label: 'Your email', type: 'email', required: true }] });

/** A field of a form. */
export type FormField = z.output<typeof FormField>;
