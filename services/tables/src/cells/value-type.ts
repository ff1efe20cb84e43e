import type { ColumnType } from '@space/contracts/tables';
import type { ValueType } from '../schema/schema.ts';
import { cellTypes } from './cell-types.ts';

/** Returns the value type of a column type: text for formulas and rollups, whose actual type only their checkers find. */
export const valueTypeOf = (type: ColumnType): ValueType => cellTypes[type].value_type;
