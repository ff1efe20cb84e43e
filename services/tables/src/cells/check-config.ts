import { validate } from '@space/bus';
import type { FieldError } from '@space/contracts/core';
import { type ColumnType, columnConfigs, MAX_COLUMN_PATTERN_STEPS, MAX_TEXT_CHARACTERS } from '@space/contracts/tables';
import { patternError, patternSize } from '@space/text';
import { canonicalTimeZone, isTimeZone } from '@space/time';
import { isSupportedCountry } from 'libphonenumber-js';
import type { z } from 'zod';

/** The message for an invalid time zone. */
export const INVALID_TIME_ZONE = 'must be a time zone by its IANA name, like Europe/Paris or UTC';

/** Returns the config of a column and all errors in it; keys of other columns are not resolved. A time zone gets its canonical name. */
export function checkConfig(
  type: ColumnType,
  given: Readonly<Record<string, unknown>>,
): { config: Record<string, unknown>; errors: FieldError[] } {
  const schema: z.ZodObject = columnConfigs[type];
  const parsed = validate(schema, given);
  const config: Record<string, unknown> = parsed.success ? parsed.data : { ...given };
  const errors = parsed.success ? meaningErrors(type, config) : parsed.errors.map((error) => shapeError(type, error));
  if (errors.length === 0 && typeof config.timezone === 'string') config.timezone = canonicalTimeZone(config.timezone);
  return {
    config,
    errors: errors.map(({ path, ...error }) => ({ path: path === '' ? 'field_config' : `field_config.${path}`, ...error })),
  };
}

/** Returns the entries of a config that another column type accepts too. */
export function fittingConfig(type: ColumnType, config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = columnConfigs[type].shape;
  const entries = Object.entries(config).filter(
    ([name, value]) => Object.hasOwn(shape, name) && (shape[name] as z.ZodType).safeParse(value).success,
  );
  const fitting = Object.fromEntries(entries);
  return checkConfig(type, fitting).errors.length === 0 ? fitting : {};
}

const CHOICES = ', and its choices are `options` of the column itself';

/** The end of the error of an unknown setting: the field of the column that takes what is no setting of the type. */
const FIELDS_INSTEAD: Partial<Record<ColumnType, string>> = {
  select: CHOICES,
  multi_select: CHOICES,
  reference: ', and its target is `reference_target` of the column itself',
};

/** Adds to the error of an unknown setting which settings the type has. */
function shapeError(type: ColumnType, error: FieldError): FieldError {
  if (error.code !== 'unknown_field' || error.path.includes('.')) return error;
  const known = Object.keys(columnConfigs[type].shape);
  const settings = known.length === 0 ? 'has none' : `has ${known.join(', ')}`;
  return { ...error, message: `is not a setting of ${type} columns; that type ${settings}${FIELDS_INSTEAD[type] ?? ''}` };
}

/** Checks rules between entries and beyond their shape. */
function meaningErrors(type: ColumnType, config: Readonly<Record<string, unknown>>): FieldError[] {
  const errors: FieldError[] = [];
  const add = (path: string, code: string, message: string) => errors.push({ path, code, message });
  for (const [low, high] of [
    ['min', 'max'],
    ['min_length', 'max_length'],
    ['min_items', 'max_items'],
  ] as const) {
    const [least, most] = [config[low], config[high]] as [number | string | undefined, number | string | undefined];
    if (least !== undefined && most !== undefined && least > most) add(low, 'out_of_range', `must not be above ${high}, which is ${most}`);
  }
  for (const name of ['min_length', 'max_length'])
    if (type === 'text' && Number(config[name] ?? 0) > MAX_TEXT_CHARACTERS)
      add(name, 'out_of_range', `must be at most ${MAX_TEXT_CHARACTERS}; a long_text column takes more`);
  const { pattern, timezone, default_region } = config as { pattern?: string; timezone?: string; default_region?: string };
  const reason = pattern === undefined ? undefined : patternError(pattern);
  if (reason) add('pattern', 'invalid_pattern', `must be a regular expression in the syntax of RE2: ${reason}`);
  if (pattern !== undefined && !reason) costErrors(pattern, Number(config.max_length ?? MAX_TEXT_CHARACTERS), add);
  if (timezone !== undefined && !isTimeZone(timezone)) add('timezone', 'invalid_timezone', INVALID_TIME_ZONE);
  if (default_region !== undefined && !isSupportedCountry(default_region))
    add('default_region', 'invalid_region', 'must be the code of a region with phone numbers, like FR');
  if (type === 'rollup' || type === 'count') pathErrors(type, config, add);
  return errors;
}

/** Checks that the longest cell is matched within the bound. */
function costErrors(pattern: string, most: number, add: (path: string, code: string, message: string) => void): void {
  const steps = patternSize(pattern) * most;
  if (steps > MAX_COLUMN_PATTERN_STEPS)
    add(
      'pattern',
      'too_costly',
      `takes ${steps} steps for the longest cell; at most ${MAX_COLUMN_PATTERN_STEPS} are allowed. Lower max_length, or repeat less in the pattern`,
    );
}

/** Checks that a rollup or count has one path to its rows: a reference column, or a table and a match. */
function pathErrors(
  type: ColumnType,
  config: Readonly<Record<string, unknown>>,
  add: (path: string, code: string, message: string) => void,
): void {
  const [reference, table, match] = ['reference_column', 'table_id', 'match'].map((name) => config[name] !== undefined);
  if (reference && (table || match)) add('reference_column', 'conflict', 'must be left out when table_id and match are given');
  else if (!reference && !table && !match) add('reference_column', 'required', 'is required unless table_id and match are given');
  else if (!reference && !table) add('table_id', 'required', 'is required with match');
  else if (!reference && !match) add('match', 'required', 'is required with table_id');
  if (type === 'rollup' && config.target_column === undefined && config.function !== 'count_all')
    add('target_column', 'required', `is required for ${config.function}; only count_all goes without`);
}
