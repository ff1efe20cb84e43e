import { type FormField, formFieldType, type NewFormField } from '@space/contracts/scheduling';

/** Fields as they are kept: types by our names, options as objects, and nothing of what is not there. */
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
