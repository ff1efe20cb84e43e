import type { AttributeDefinition } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';

/** Validates attributes of a node or mark against their rules. Throws `invalid_update`. */
export function validateValues(
  owner: string,
  values: Record<string, unknown>,
  definitions: Readonly<Record<string, AttributeDefinition>> = {},
): void {
  for (const [name, value] of Object.entries(values)) {
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (!definition) throw refuse(`has an unknown attribute on a ${owner}`, name);
    if (typeof value === 'string' && value.includes('\u0000')) throw refuse(`has the character U+0000 in an attribute of a ${owner}`, name);
    if (!definition.rule.test(value)) throw refuse(`breaks a rule: \`${name}\` of a ${owner} ${definition.rule.rule}`);
  }
}

/** Returns the refusal of an update. A name from the update is cut to 40 characters. */
export function refuse(reason: string, name?: string): RichTextError {
  return new RichTextError('invalid_update', `The update ${reason}${name === undefined ? '' : `: \`${name.slice(0, 40)}\``}.`);
}
