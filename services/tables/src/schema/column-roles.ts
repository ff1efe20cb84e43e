import { isComputed, readsOtherRows } from './lookups.ts';
import type { Column, Schema } from './schema.ts';

/** The columns of a table grouped by the part that they play in a write. */
export interface ColumnRoles {
  /** Columns with a default value for new rows. */
  readonly defaults: readonly Column[];
  readonly required: readonly Column[];
  readonly contacts: readonly Column[];
  readonly attachments: readonly Column[];
  /** Reference columns that store their links. */
  readonly references: readonly Column[];
  /** Reference columns whose links the other table stores. */
  readonly inverse_references: readonly Column[];
  readonly autonumbers: readonly Column[];
  readonly unique: readonly Column[];
  /** True if a row can be computed from its own cells alone. */
  readonly is_independent: boolean;
  /** True if some column is computed. */
  readonly has_computed: boolean;
}

const rolesBySchema = new WeakMap<Schema, ColumnRoles>();

/** Returns the roles of the columns of a schema, computed once per schema. */
export function columnRolesOf(schema: Schema): ColumnRoles {
  const known = rolesBySchema.get(schema);
  if (known) return known;
  const { columns } = schema;
  const references = columns.filter(({ type }) => type === 'reference');
  const roles: ColumnRoles = {
    defaults: columns.filter(({ default_value }) => default_value !== null),
    required: columns.filter(({ required }) => required),
    contacts: columns.filter(({ type }) => type === 'contact'),
    attachments: columns.filter(({ type }) => type === 'attachment'),
    references: references.filter(({ reference }) => !reference?.is_inverse),
    inverse_references: references.filter(({ reference }) => reference?.is_inverse),
    autonumbers: columns.filter(({ type }) => type === 'autonumber'),
    unique: columns.filter(({ config }) => config.unique === true),
    is_independent: !columns.some((column) => readsOtherRows(column) || column.type === 'autonumber'),
    has_computed: columns.some(isComputed),
  };
  rolesBySchema.set(schema, roles);
  return roles;
}
