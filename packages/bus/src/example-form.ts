import type { z } from 'zod';

/** The parts of a schema's definition that are read here. */
interface Definition {
  readonly type: string;
  readonly element?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

const definitionOf = (schema: z.core.$ZodType | z.core.$ZodCheck<never> | undefined): Definition | undefined =>
  schema?._zod.def as Definition | undefined;

/** Returns the shortest object of a schema with `…` for each value, or undefined if all its fields can be left out. */
function objectForm({ shape = {} }: Definition): object | undefined {
  const required = Object.entries(shape).filter(([, field]) => field._zod.optin === undefined);
  return required.length === 0 ? undefined : Object.fromEntries(required.map(([name]) => [name, '…']));
}

/** Returns `, such as …` with a list or an object as a schema wants it, or an empty text if that says nothing. */
export function suchAs(schema: z.core.$ZodType | z.core.$ZodCheck<never> | undefined): string {
  const definition = definitionOf(schema);
  if (definition?.type === 'object') return withForm(objectForm(definition));
  const element = definition?.type === 'array' ? definitionOf(definition.element) : undefined;
  if (element?.type === 'string' || element?.type === 'enum') return withForm(['…']);
  const item = element?.type === 'object' ? objectForm(element) : undefined;
  return withForm(item && [item]);
}

const withForm = (form: object | undefined): string => (form === undefined ? '' : `, such as ${JSON.stringify(form)}`);

/** Returns a message without the form at its end. */
export const withoutForm = (message: string): string => message.replace(/, such as [[{].*$/s, '');
