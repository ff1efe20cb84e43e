import type { FormField } from './form.ts';

type FieldType = FormField['type'];

/** The words of a type of field: its name, and the label that a new field of it begins with. */
interface FieldWords {
  readonly name: string;
  readonly label: string;
}

const words: Readonly<Record<FieldType, FieldWords>> = {
  short_text: { name: 'Short text', label: 'Your answer' },
  long_text: { name: 'Long text', label: 'Your message' },
  full_name: { name: 'Full name', label: 'Your name' },
  email: { name: 'Email', label: 'Email' },
  phone: { name: 'Phone', label: 'Phone' },
  url: { name: 'Web address', label: 'Website' },
  address: { name: 'Postal address', label: 'Address' },
  country: { name: 'Country', label: 'Country' },
  number: { name: 'Number', label: 'How many?' },
  currency: { name: 'Amount of money', label: 'Amount' },
  select: { name: 'Drop-down', label: 'Choose one' },
  radio: { name: 'One choice', label: 'Which one?' },
  multi_select: { name: 'Several choices', label: 'Which ones?' },
  ranking: { name: 'Ranking', label: 'Put these in order' },
  matrix: { name: 'Matrix', label: 'Rate each row' },
  yes_no: { name: 'Yes or no', label: 'Yes or no?' },
  checkbox: { name: 'Checkbox', label: 'I agree' },
  consent: { name: 'Consent', label: 'I accept the terms' },
  rating: { name: 'Stars', label: 'How was it?' },
  scale: { name: 'Scale', label: 'How much?' },
  nps: { name: 'Net Promoter Score', label: 'How likely are you to recommend us?' },
  date: { name: 'Date', label: 'Date' },
  time: { name: 'Time', label: 'Time' },
  datetime: { name: 'Date and time', label: 'When?' },
  date_range: { name: 'Period', label: 'From when to when?' },
  file: { name: 'File', label: 'Upload a file' },
  signature: { name: 'Signature', label: 'Signature' },
  hidden: { name: 'Hidden value', label: 'Source' },
  heading: { name: 'Heading', label: 'A heading' },
  statement: { name: 'Statement', label: 'A text between questions' },
  page_break: { name: 'New step', label: 'Next step' },
};

/** Returns the words of a type. A type that is newer than the console has its own name. */
export const fieldWords = (type: FieldType): FieldWords => words[type] ?? { name: type, label: type };

const groups: readonly (readonly [label: string, types: readonly FieldType[]])[] = [
  ['Text', ['short_text', 'long_text', 'url']],
  ['Person', ['full_name', 'email', 'phone', 'address', 'country']],
  ['Choices', ['radio', 'select', 'multi_select', 'yes_no', 'checkbox', 'consent', 'ranking', 'matrix']],
  ['Numbers and steps', ['number', 'currency', 'rating', 'scale', 'nps']],
  ['Days and times', ['date', 'time', 'datetime', 'date_range']],
  ['More', ['file', 'signature', 'hidden']],
  ['Layout', ['heading', 'statement', 'page_break']],
];

/** Returns the types of the contract by group; one that no group names is in "More". */
export function paletteOf(types: readonly FieldType[]): readonly (readonly [label: string, types: readonly FieldType[]])[] {
  const named = new Set(groups.flatMap(([, group]) => group));
  const others = types.filter((type) => !named.has(type));
  return groups
    .map(([label, group]) => [label, [...group.filter((type) => types.includes(type)), ...(label === 'More' ? others : [])]] as const)
    .filter(([, group]) => group.length > 0);
}
