import { validate } from '@space/bus';
import type { FieldError } from '@space/contracts/core';
import { type ColumnType, ReferenceTarget, readOnlyTypes } from '@space/contracts/tables';
import type { z } from 'zod';
import type { Cell, Column, Option } from '../schema/schema.ts';
import { checkConfig, fittingConfig } from './check-config.ts';
import { checkOptions, hasOptions, type OptionInput } from './check-options.ts';
import { convertCell } from './convert-cell.ts';
import { parseCell } from './parse-cell.ts';

/** The part of a column definition that determines valid cells. */
export interface ColumnShape {
  readonly type: ColumnType;
  readonly options?: readonly OptionInput[] | undefined;
  readonly field_config?: Readonly<Record<string, unknown>> | undefined;
  readonly default_value?: Cell | undefined;
  readonly required?: boolean | undefined;
  readonly reference_target?: z.input<typeof ReferenceTarget> | undefined;
}

/** A checked column definition. Paths of errors are those of the input. */
interface CheckedColumn {
  readonly options: Option[];
  /** As sent, with keys of other columns. */
  readonly config: Record<string, unknown>;
  /** In stored form. */
  readonly default_value: Cell;
  readonly reference_target: z.output<typeof ReferenceTarget> | null;
  readonly errors: FieldError[];
}

/**
 * Checks a column definition and returns all errors together. References to other columns and tables, formulas and
 * lookups are checked elsewhere. With a previous column, omitted parts stay: options, settings that the type still has,
 * and the default, converted to a new type.
 */
export function checkColumn(input: ColumnShape, previous?: Column): CheckedColumn {
  const { type } = input;
  const isSameType = previous?.type === type;
  const { options, errors: optionErrors } = checkOptions(
    type,
    input.options ?? (hasOptions(type) ? (previous?.options ?? []) : []),
    previous?.options ?? [],
  );
  const previousConfig = previous ? (isSameType ? previous.config : fittingConfig(type, previous.config)) : {};
  const { config, errors: configErrors } =
    input.field_config === undefined && isSameType
      ? { config: { ...previousConfig }, errors: [] }
      : checkConfig(type, input.field_config ?? previousConfig);
  const { reference_target, errors: targetErrors } = checkTarget(input, isSameType);
  const errors = [...optionErrors, ...configErrors, ...targetErrors];
  if (input.required && readOnlyTypes.has(type))
    errors.push({
      path: 'required',
      code: 'read_only_column',
      message: `must be left out, since cells of ${type} columns are not written`,
    });
  if (errors.length > 0) return { options, config, default_value: null, reference_target, errors };
  const column = columnOf(type, options, config, reference_target?.cardinality ?? previous?.reference?.cardinality ?? 'many');
  const { default_value, errors: defaultErrors } = checkDefault(column, input.default_value, previous);
  return { options, config, default_value, reference_target, errors: defaultErrors };
}

function checkTarget(
  { type, reference_target: given }: ColumnShape,
  isSameType: boolean,
): Pick<CheckedColumn, 'reference_target' | 'errors'> {
  const addError = (path: string, code: string, message: string) => ({ reference_target: null, errors: [{ path, code, message }] });
  if (type !== 'reference' && given !== undefined)
    return addError('reference_target', 'not_for_this_type', `is for reference columns, not for ${type}`);
  if (given === undefined)
    return type === 'reference' && !isSameType
      ? addError('reference_target', 'required', 'is required for a reference column: the table whose rows it refers to')
      : { reference_target: null, errors: [] };
  const parsed = validate(ReferenceTarget, given, ['reference_target']);
  return parsed.success ? { reference_target: parsed.data, errors: [] } : { reference_target: null, errors: parsed.errors };
}

function checkDefault(
  column: Column,
  given: Cell | undefined,
  previous: Column | undefined,
): Pick<CheckedColumn, 'default_value' | 'errors'> {
  const value = given !== undefined ? given : previous?.type === column.type ? previous.default_value : null;
  if (given === undefined && previous && previous.type !== column.type) {
    const converted = convertCell(previous, column, previous.default_value);
    return { default_value: 'lost' in converted || converted.new_options ? null : converted.cell, errors: [] };
  }
  if (value === null) return { default_value: null, errors: [] };
  const read = parseCell(column, value, { typecast: false });
  if ('asset_ids' in read)
    return {
      default_value: null,
      errors: [{ path: 'default_value', code: 'not_for_this_type', message: 'must not have assets; give rows their files' }],
    };
  if (!('error' in read)) return { default_value: read.cell, errors: [] };
  const message = read.error.message.replace(/; send typecast: true.*$/, '');
  return { default_value: null, errors: [{ path: 'default_value', code: read.error.code, message }] };
}

/** Returns a column with only the properties that determine valid cells. */
function columnOf(
  type: ColumnType,
  options: readonly Option[],
  config: Readonly<Record<string, unknown>>,
  cardinality: 'one' | 'many',
): Column {
  return {
    id: '',
    table_id: '',
    cid: '',
    key: '',
    label: '',
    type,
    options,
    reference: type === 'reference' ? { table_id: '', cardinality, symmetric_column_id: null, is_inverse: false } : null,
    config,
    required: false,
    default_value: null,
    icon: null,
    position: 0,
    value_type: 'text',
    status: 'ok',
    error: null,
    version: 1,
    created_at: 0,
    updated_at: 0,
  };
}
