import type { Call } from '@space/bus';
import { type ColumnType, columnConfigs } from '@space/contracts/tables';
import type { z } from 'zod';
import { noteReadText, valueNames, valueOfText } from '../cells/value-of-text.ts';
import { valueTypeOf } from '../cells/value-type.ts';
import type { Cell } from '../schema/schema.ts';

/** The settings of a column in which texts may stand for other values. */
interface ColumnTexts {
  readonly field_config?: Readonly<Record<string, unknown>> | undefined;
  readonly default_value?: Cell | undefined;
}

/**
 * Returns the settings of a column with the numbers, truth values and lists that texts in them write, if the call is lenient. The caller
 * receives a sentence about each. `at` is empty or the path of the column with a dot.
 */
export function readColumnTexts<Input extends ColumnTexts>(
  { is_lenient, understood }: Pick<Call, 'is_lenient' | 'understood'>,
  type: ColumnType,
  input: Input,
  at = '',
): Input {
  if (!is_lenient) return input;
  const { shape = {} } = columnConfigs[type] as { readonly shape?: Readonly<Record<string, z.ZodType>> };
  const read: { field_config?: Record<string, unknown>; default_value?: Cell } = {};
  for (const [key, value] of Object.entries(input.field_config ?? {})) {
    const found = typeof value === 'string' && Object.hasOwn(shape, key) ? settingOfText(shape[key]!, value) : undefined;
    if (!found) continue;
    read.field_config = { ...(read.field_config ?? input.field_config), [key]: found.value };
    noteReadText(understood, `${at}field_config.${key}`, found.kind);
  }
  const value_type = valueTypeOf(type);
  const meant = typeof input.default_value === 'string' ? valueOfText(input.default_value.trim(), value_type) : undefined;
  if (meant !== undefined) {
    read.default_value = meant;
    noteReadText(understood, `${at}default_value`, valueNames[value_type]!);
  }
  return { ...input, ...read };
}

/** Returns the number or truth value that a text writes where a setting takes it and takes no text; undefined otherwise. */
function settingOfText(setting: z.ZodType, text: string): { readonly value: Cell; readonly kind: string } | undefined {
  if (setting.safeParse(text).success) return undefined;
  for (const type of ['number', 'boolean'] as const) {
    const value = valueOfText(text.trim(), type);
    if (value !== undefined && setting.safeParse(value).success) return { value, kind: valueNames[type]! };
  }
  return undefined;
}
