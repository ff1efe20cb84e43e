import type { FormField } from '@space/contracts/scheduling';
import { addressParts } from '../answers/address-answers.ts';

/** The parsed body of a form that a browser submitted. */
export type FormBody = Readonly<Record<string, string | readonly string[]>>;

/** Returns the name of the control for a text that replaces a choice. */
export const otherName = (key: string): string => `${key}.other`;

/** Returns the name of the control for one part of a question. */
export const partName = (key: string, part: string | number): string => `${key}.${part}`;

/** Returns the answers in a form body by field key, as an API call would send them. Controls of no field are ignored. */
export function parseFormData(fields: readonly FormField[], form: FormBody): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const field of fields) {
    const value = parseField(field, form);
    if (value !== undefined) data[field.key] = value;
  }
  return data;
}

/** The rank of each option of a ranking as the visitor chose it, in the order of the options; empty without one. */
export interface ChosenRanks {
  readonly ranks: readonly string[];
}

/** Returns the answers to show again in a form that was refused: rankings with the chosen ranks, also equal ones and gaps. */
export function shownAnswers(
  fields: readonly FormField[],
  form: FormBody,
  answers: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const rankings = fields
    .filter(({ type }) => type === 'ranking')
    .map(({ key, options = [] }): [string, ChosenRanks] => [key, { ranks: options.map((_, at) => one(form, partName(key, at)) ?? '') }]);
  return { ...answers, ...Object.fromEntries(rankings) };
}

function parseField(field: FormField, form: FormBody): unknown {
  const { key, type, options = [], rows = [] } = field;
  switch (type) {
    case 'multi_select':
      return withOther(all(form, key), field, form);
    case 'select':
    case 'radio':
      return withOther([one(form, key) ?? ''], field, form)[0] || undefined;
    case 'date_range':
      return filled({ start: one(form, partName(key, 'start')), end: one(form, partName(key, 'end')) });
    case 'address':
      return filled(Object.fromEntries(addressParts.map(({ name }) => [name, one(form, partName(key, name))])));
    case 'matrix':
      return filled(Object.fromEntries(rows.map((row, at) => [row, one(form, partName(key, at))])));
    case 'ranking':
      return ranked(options.map(({ value }, at) => ({ value, place: one(form, partName(key, at)) ?? '' })));
    case 'file':
      return all(form, partName(key, 'uploaded'));
    default:
      return one(form, key);
  }
}

const one = (form: FormBody, name: string): string | undefined => {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return typeof value === 'object' ? value[0] : value;
};

const all = (form: FormBody, name: string): string[] => {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return value === undefined ? [] : typeof value === 'string' ? [value] : [...value];
};

/** Returns choices with the entered text in place of the option that allows it, also when that option was not selected. */
function withOther(chosen: readonly string[], { key, type, options = [] }: FormField, form: FormBody): string[] {
  const others = options.filter(({ other }) => other).map(({ value }) => value);
  const written = one(form, otherName(key))?.trim();
  if (!written || others.length === 0) return [...chosen];
  if (chosen.some((value) => others.includes(value))) return chosen.map((value) => (others.includes(value) ? written : value));
  return type === 'multi_select' || chosen.every((value) => value === '')
    ? [...chosen.filter((value) => value !== ''), written]
    : [...chosen];
}

/** Returns the parts that are not empty; undefined without any. */
function filled(parts: Readonly<Record<string, string | undefined>>): Record<string, string> | undefined {
  const given = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined && part[1] !== '');
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Returns choices in the order of their ranks. Equal ranks give an invalid list, which validation rejects. */
function ranked(places: readonly { value: string; place: string }[]): string[] | undefined {
  const given = places.filter(({ place }) => place !== '');
  if (given.length === 0) return undefined;
  const isClean = new Set(given.map(({ place }) => place)).size === given.length;
  return isClean ? given.toSorted((a, b) => Number(a.place) - Number(b.place)).map(({ value }) => value) : given.map(() => given[0]!.value);
}
