import { validate } from '@space/bus';
import type { FieldError } from '@space/contracts/core';
import { dateBuckets, type Filter, type Sort, type ViewType, viewConfigs, type Widget } from '@space/contracts/tables';
import type { z } from 'zod';
import { groupSql, isDateKind, notGroupableMessage } from '../query/aggregate-sql.ts';
import { type Field, findField } from '../query/field.ts';
import { filterSql } from '../query/filter-sql.ts';
import type { QueryContext } from '../query/query-context.ts';
import { resolveField } from '../query/resolve-field.ts';
import { sortKeys } from '../query/sort-sql.ts';
import { aggregateErrors } from './aggregate-errors.ts';
import { type ViewConfig, withColumnKeys } from './stored-config.ts';

/** A checked config as it is stored, with defaults and all errors. */
export interface CheckedConfig {
  readonly config: ViewConfig;
  readonly errors: readonly FieldError[];
}

/**
 * Checks that a config has the shape of its view type and that its columns exist and fit. Collects all errors. `keyOf` returns the
 * key of a column that is named by its label.
 */
export function checkViewConfig(context: QueryContext, type: ViewType, given: ViewConfig, keyOf: (name: string) => string): CheckedConfig {
  const parsed = validate<(typeof viewConfigs)[ViewType]>(viewConfigs[type], given, ['config']);
  if (!parsed.success) return { config: given, errors: parsed.errors.map((error) => shapeError(type, error)) };
  const config = withColumnKeys(parsed.data, keyOf);
  checkMeaning(context, config as AnyConfig);
  return { config, errors: context.errors };
}

type AnyConfig = z.output<(typeof viewConfigs)[ViewType]>;

/** Kinds of columns that each setting of a view accepts. */
const fits: Readonly<Record<string, { readonly is: (field: Field) => boolean; readonly what: string }>> = {
  stack_by: { is: ({ kind }) => kind === 'select' || kind === 'boolean', what: 'a select or checkbox column' },
  cover_column: { is: ({ column }) => column?.type === 'attachment' || column?.type === 'url', what: 'an attachment or url column' },
  start_column: { is: ({ kind }) => isDateKind(kind), what: 'a column of dates or times' },
  end_column: { is: ({ kind }) => isDateKind(kind), what: 'a column of dates or times' },
  color_by: { is: ({ kind }) => kind === 'select', what: 'a select column' },
};

function checkMeaning(context: QueryContext, config: AnyConfig): void {
  for (const [name, { is, what }] of Object.entries(fits)) {
    const key = (config as ViewConfig)[name];
    if (typeof key === 'string') mustFit(context, key, `config.${name}`, is, what);
  }
  columnErrors(context, config.columns ?? []);
  filterSql(context, config.filters ?? [], 'config.filters');
  sortKeys(context, (config.sort ?? []) as Sort, 'config.sort');
  sortKeys(context, (config.group_by ?? []) as Sort, 'config.group_by');
  hiddenErrors(context, config);
  stackErrors(context, config as ViewConfig);
  if ('widgets' in config) widgetErrors(context, config.widgets);
}

/** Rejects hidden columns in stacks, covers and chart groups, since those would expose them. */
function hiddenErrors({ errors }: QueryContext, config: AnyConfig): void {
  const hidden = new Set((config.columns ?? []).flatMap(({ column_key, visible }) => (visible ? [] : [column_key])));
  const mustBeShown = (key: unknown, path: string) => {
    if (typeof key === 'string' && hidden.has(key))
      errors.push({ path, code: 'hidden_column', message: `is "${key}", which this view hides; make it visible in config.columns first` });
  };
  for (const name of Object.keys(fits)) mustBeShown((config as ViewConfig)[name], `config.${name}`);
  (config.group_by ?? []).forEach(({ column_key }, index) => {
    mustBeShown(column_key, `config.group_by.${index}.column_key`);
  });
  if ('widgets' in config)
    config.widgets.forEach(({ column_key, group_by }, index) => {
      mustBeShown(column_key, `config.widgets.${index}.column_key`);
      mustBeShown(group_by, `config.widgets.${index}.group_by`);
    });
}

/** The order of stacks must list existing choices. */
function stackErrors({ schema, errors }: QueryContext, { stack_by, stack_order }: ViewConfig): void {
  const column = typeof stack_by === 'string' ? schema.byKey.get(stack_by) : undefined;
  if (!Array.isArray(stack_order) || column?.type !== 'select') return;
  const ids = new Set(column.options.map(({ id }) => id));
  stack_order.forEach((id, index) => {
    if (!ids.has(id))
      errors.push({ path: `config.stack_order.${index}`, code: 'unknown_option', message: `is not a choice of ${column.key}: "${id}"` });
  });
}

function mustFit(context: QueryContext, key: string, path: string, is: (field: Field) => boolean, what: string): void {
  const field = resolveField(context, key, path);
  if (field && !is(field)) context.errors.push({ path, code: 'wrong_column_type', message: `must be ${what}, which "${key}" is not` });
}

function columnErrors(context: QueryContext, columns: NonNullable<AnyConfig['columns']>): void {
  const { byKey } = context.schema;
  const seen = new Set<string>();
  columns.forEach(({ column_key, function: aggregate }, index) => {
    const path = `config.columns.${index}`;
    if (seen.has(column_key))
      context.errors.push({ path: `${path}.column_key`, code: 'repeated', message: `repeats "${column_key}"; list each column once` });
    seen.add(column_key);
    // A shown column needs no SQL, so columns that cannot be queried may be shown.
    const field = findField(byKey, column_key) ?? resolveField(context, column_key, `${path}.column_key`);
    if (field && aggregate) context.errors.push(...aggregateErrors(field, aggregate, `${path}.function`));
  });
}

function widgetErrors(context: QueryContext, widgets: readonly z.output<typeof Widget>[]): void {
  const seen = new Set<string>();
  widgets.forEach((widget, index) => {
    const path = `config.widgets.${index}`;
    const addError = (name: string, code: string, message: string) => context.errors.push({ path: `${path}.${name}`, code, message });
    if (seen.has(widget.id)) addError('id', 'repeated', `repeats "${widget.id}"; give each widget an id of its own`);
    seen.add(widget.id);
    const { function: aggregate = 'count', column_key, group_by, date_bucket, type } = widget;
    if (column_key === undefined && aggregate !== 'count') addError('column_key', 'required', `is required for ${aggregate}`);
    const field = column_key === undefined ? undefined : resolveField(context, column_key, `${path}.column_key`);
    if (field) context.errors.push(...aggregateErrors(field, aggregate, `${path}.function`));
    if (group_by === undefined && type !== 'metric')
      addError('group_by', 'required', `is required for ${type}; only a metric shows one figure without groups`);
    const by = group_by === undefined ? undefined : resolveField(context, group_by, `${path}.group_by`);
    // The titles of links need a lookup, which a chart does not do.
    if (by && (by.kind === 'links' || !groupSql(context, by, date_bucket)))
      addError('group_by', 'wrong_column_type', notGroupableMessage(by.key, by.kind));
    if (date_bucket !== undefined && !(by && isDateKind(by.kind)))
      addError('date_bucket', 'unknown_field', `is for a group_by of dates or times only (${dateBuckets.join(', ')})`);
    filterSql(context, (widget.filters ?? []) as Filter[], `${path}.filters`);
  });
}

/** Adds to the error of an unknown setting which settings the type has. */
const shapeError = (type: ViewType, error: FieldError): FieldError =>
  error.code !== 'unknown_field' || error.path.split('.').length > 2
    ? error
    : { ...error, message: `is not a setting of ${type} views; that type has ${Object.keys(viewConfigs[type].shape).join(', ')}` };
