import type { ReactElement } from 'react';
import type { Table } from '../table.ts';

/** Renders the button that manages the columns of a table. */
export const ColumnsButton = ({ table }: { readonly table: Table }): ReactElement => <span hidden>{table.name}</span>;
