import type { ColumnType } from '@space/contracts/tables';
import type { ValueType } from '../schema/schema.ts';
import { cellTypes } from './cell-types.ts';

/** What the cells of a type hold. Of a formula or a rollup only its checker knows; here they count as text. */
export const valueTypeOf = (type: ColumnType): ValueType => cellTypes[type].value_type;
