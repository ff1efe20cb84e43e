import { type FormField, formFieldType, type NewFormField } from '@space/contracts/scheduling';

/** Returns fields as they are stored: canonical type names, options as objects, no undefined properties. */
export const normalizeFields = (given: readonly NewFormField[]): FormField[] =>
  given.map(({ type, options, ...rest }) => {
    const field = { ...rest, type: formFieldType(type), ...(options && { options: options.map(normalizeOption) }) };
    return Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as FormField;
  });

type Options = NonNullable<NewFormField['options']>;

function normalizeOption(option: Options[number]): NonNullable<FormField['options']>[number] {
  if (typeof option === 'string') return { value: option, label: option };
  return { ...option, label: option.label ?? option.value };
}
