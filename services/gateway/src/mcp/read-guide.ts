import type { CallToolResult } from '@modelcontextprotocol/server';
import { type FieldError, invalidFields } from '@space/contracts/core';
import { didYouMean } from '@space/text';
import { toTextResult } from './result.ts';
import { type Guide, guides, sectionOf, sectionsOf } from './tools/guides.ts';
import type { Arguments } from './tools/tool-catalog.ts';

/** Answers read_guide with a guide, or with one section of it, as Markdown. Throws `invalid` with all errors together. */
export function callReadGuide({ name, section, ...rest }: Arguments): CallToolResult {
  const errors: FieldError[] = Object.keys(rest).map((path) => ({
    path,
    code: 'unknown_field',
    message: 'is not an argument of read_guide',
  }));
  const guide = typeof name === 'string' ? guides.get(name) : undefined;
  const text = guide && textOf(guide, section);
  if (!guide) errors.push(unknownName('name', name, [...guides.keys()]));
  if (guide && text === undefined) errors.push(unknownName('section', section, sectionsOf(guide)));
  if (!guide && section !== undefined && typeof section !== 'string')
    errors.push({ path: 'section', code: 'invalid_type', message: 'must be the heading of a section' });
  if (errors.length > 0) throw invalidFields(errors);
  return toTextResult(text!);
}

/** Returns the text of a guide or of its section, or undefined if it has no such section. */
function textOf(guide: Guide, section: unknown): string | undefined {
  if (section === undefined) return guide.text;
  return typeof section === 'string' ? sectionOf(guide, section) : undefined;
}

const unknownName = (path: string, value: unknown, names: readonly string[]): FieldError => ({
  path,
  code: 'invalid_value',
  message: `must be one of ${names.join(', ')}${typeof value === 'string' ? didYouMean(value, names) : ''}`,
});
