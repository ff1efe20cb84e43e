import { isComputed, readsOtherRows } from './lookups.ts';
import type { Column, Schema } from './schema.ts';

/** What a writer asks of a schema, worked out once for each. */
export interface ColumnRoles {
  /** Columns that say what a new row holds when it says nothing. */
  readonly defaults: readonly Column[];
  readonly required: readonly Column[];
  readonly contacts: readonly Column[];
  /** Reference columns that store their links. */
  readonly references: readonly Column[];
  /** Reference columns whose links are stored in the other table. */
  readonly inverse_references: readonly Column[];
  readonly autonumbers: readonly Column[];
  readonly unique: readonly Column[];
  /** Whether a row can be worked out from its own cells alone. */
  readonly is_independent: boolean;
  /** Whether some column is worked out. */
  readonly has_computed: boolean;
}

const plans = new WeakMap<Schema, ColumnRoles>();

/** The plan of a schema. */
export function columnRolesOf(schema: Schema): ColumnRoles {
  const known = plans.get(schema);
  if (known) return known;
  const { columns } = schema;
  const references = columns.filter(({ type }) => type === 'reference');
  const plan: ColumnRoles = {
    defaults: columns.filter(({ default_value }) => default_value !== null),
    required: columns.filter(({ required }) => required),
    contacts: columns.filter(({ type }) => type === 'contact'),
    references: references.filter(({ reference }) => !reference?.is_inverse),
    inverse_references: references.filter(({ reference }) => reference?.is_inverse),
    autonumbers: columns.filter(({ type }) => type === 'autonumber'),
    unique: columns.filter(({ config }) => config.unique === true),
    is_independent: !columns.some((column) => readsOtherRows(column) || column.type === 'autonumber'),
    has_computed: columns.some(isComputed),
  };
  plans.set(schema, plan);
  return plan;
}
