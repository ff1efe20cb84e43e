import type { ReactElement } from 'react';
import type { Column } from '../table.ts';
import { cellText } from './cell-text.ts';

/** Renders a cell. */
export const CellValue = ({ column, value }: { readonly column: Column; readonly value: unknown }): ReactElement => (
  <>{cellText(column, value)}</>
);
