import type { FieldError } from '@space/contracts/core';
import { type ColumnType, MAX_OPTIONS } from '@space/contracts/tables';
import type { Option } from '../schema/schema.ts';

/** An option as sent: its name, or an object. */
export type OptionInput = string | { readonly id?: string | undefined; readonly name: string; readonly color?: string | null | undefined };

/** Returns true for column types with options. */
export const hasOptions = (type: ColumnType): boolean => type === 'select' || type === 'multi_select';

/**
 * Returns the options of a column in stored form. An option without an id is the previous one of that name
 * (case-insensitive), so that cells stay valid; a new option gets its name as a permanent id.
 */
export function checkOptions(
  type: ColumnType,
  given: readonly OptionInput[],
  previous: readonly Option[],
): { options: Option[]; errors: FieldError[] } {
  if (!hasOptions(type)) {
    const error = { path: 'options', code: 'not_for_this_type', message: `are for select and multi_select columns, not for ${type}` };
    return { options: [], errors: given.length > 0 ? [error] : [] };
  }
  const options: Option[] = [];
  const errors: FieldError[] = [];
  if (given.length > MAX_OPTIONS) errors.push({ path: 'options', code: 'too_big', message: `must be at most ${MAX_OPTIONS}` });
  const claimed = new Set(given.flatMap((option) => (typeof option === 'object' && option.id !== undefined ? [option.id] : [])));
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const [at, option] of given.slice(0, MAX_OPTIONS).entries()) {
    const {
      id: givenId,
      name: givenName,
      color,
    } = typeof option === 'string' ? { name: option } : { color: undefined, id: undefined, ...option };
    const name = givenName.trim();
    const known = givenId === undefined ? sameName(previous, name, claimed) : previous.find(({ id }) => id === givenId);
    const id = (givenId ?? known?.id ?? freeId(name, [...previous.map((one) => one.id), ...claimed])).trim();
    if (id === '' || name === '') errors.push({ path: `options.${at}`, code: 'invalid_format', message: 'must not be empty' });
    if (ids.has(id))
      errors.push({ path: `options.${at}.id`, code: 'duplicate', message: `is ${JSON.stringify(id)} like that of another choice` });
    if (names.has(name.toLowerCase()))
      errors.push({
        path: typeof option === 'string' ? `options.${at}` : `options.${at}.name`,
        code: 'duplicate',
        message: `is ${JSON.stringify(name)} like another choice; their case does not tell them apart`,
      });
    ids.add(id);
    names.add(name.toLowerCase());
    options.push({ id, name, color: color === undefined ? (known?.color ?? null) : color });
  }
  return { options, errors };
}

function sameName(previous: readonly Option[], name: string, claimed: ReadonlySet<string>): Option | undefined {
  const free = previous.filter(({ id }) => !claimed.has(id));
  return free.find((option) => option.name === name) ?? free.find((option) => option.name.toLowerCase() === name.toLowerCase());
}

/** Returns the name, with a number appended if a renamed option has that id. */
function freeId(name: string, taken: readonly string[]): string {
  let id = name;
  for (let number = 2; taken.includes(id); number++) id = `${name.slice(0, 95)} ${number}`;
  return id;
}
