import type { ColumnType } from '@space/contracts/tables';
import type { Column, Option } from '../schema/schema.ts';
import { valueTypeOf } from './value-type.ts';

/** A column for tests: of this type, with what else matters to the test. */
export const columnOfType = (type: ColumnType, rest: Partial<Column> = {}): Column => ({
  id: 'col_01jd0000000000000000000000',
  table_id: 'tbl_01jd0000000000000000000000',
  cid: 'c1',
  key: 'a',
  label: 'A',
  type,
  options: [],
  reference: type === 'reference' ? { table_id: 'tbl_b', cardinality: 'many', symmetric_column_id: null, is_inverse: false } : null,
  config: {},
  required: false,
  default_value: null,
  icon: null,
  position: 0,
  value_type: valueTypeOf(type),
  status: 'ok',
  error: null,
  version: 1,
  created_at: 0,
  updated_at: 0,
  ...rest,
});

/** Choices whose names are their ids. */
export const choices = (...names: string[]): Option[] => names.map((name) => ({ id: name, name, color: null }));

/** An id of a row or a contact. */
export const idOf = (prefix: 'row' | 'con', at: number): string => `${prefix}_${String(at).padStart(26, '0')}`;
