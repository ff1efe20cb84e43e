/** Every type of question a form can ask (contract, F4). */
export const answerTypes = [
  'short_text',
  'long_text',
  'email',
  'phone',
  'url',
  'number',
  'currency',
  'select',
  'multi_select',
  'radio',
  'checkbox',
  'yes_no',
  'date',
  'time',
  'datetime',
  'date_range',
  'rating',
  'scale',
  'nps',
  'matrix',
  'ranking',
  'file',
  'signature',
  'address',
  'full_name',
  'country',
  'consent',
  'hidden',
] as const;

/** Layout blocks between questions, which take no answer. */
export const layoutTypes = ['heading', 'statement', 'page_break'] as const;

/** Every type of form field. */
export const formFieldTypes = [...answerTypes, ...layoutTypes] as const;

/** A type of question. */
export type AnswerType = (typeof answerTypes)[number];

/** A type of form field. */
export type FormFieldType = (typeof formFieldTypes)[number];

/** Names of types in other form builders, accepted in place of ours; responses contain ours. */
export const formFieldAliases = {
  text: 'short_text',
  textarea: 'long_text',
  tel: 'phone',
  website: 'url',
  dropdown: 'select',
  checkboxes: 'multi_select',
  boolean: 'yes_no',
  file_upload: 'file',
  legal: 'consent',
  opinion_scale: 'scale',
} as const satisfies Readonly<Record<string, FormFieldType>>;

/** A type of form field, or another name for one. */
export type FormFieldTypeName = FormFieldType | keyof typeof formFieldAliases;

/** The type that a name means. */
export const formFieldType = (name: FormFieldTypeName): FormFieldType =>
  (formFieldAliases as Readonly<Record<string, FormFieldType>>)[name] ?? (name as FormFieldType);

/** Fields of a contact that an answer can fill, in addition to custom fields. */
export const contactFields = ['name', 'email', 'phone', 'company', 'line_of_work', 'location', 'bio'] as const;

/** The templates of forms (contract, F2). */
export const formTemplates = ['contact', 'lead_capture', 'event_rsvp', 'nps', 'booking_intake', 'quiz', 'job_application'] as const;

/** A template of a form. */
export type FormTemplateName = (typeof formTemplates)[number];
