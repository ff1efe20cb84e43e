import type { ColumnType } from '@space/contracts/tables';
import type { ValueType } from '../schema/schema.ts';
import { cellTypes } from './cell-types.ts';

/** Returns the value type of a column type. Only their checkers know that of formulas and rollups; here they are text. */
export const valueTypeOf = (type: ColumnType): ValueType => cellTypes[type].value_type;
