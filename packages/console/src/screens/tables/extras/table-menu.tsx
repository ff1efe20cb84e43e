import type { ReactElement } from 'react';
import type { Table, View } from '../table.ts';

/** Renders the menu of a table. */
export const TableMenu = ({ table }: { readonly table: Table; readonly view: View }): ReactElement => <span hidden>{table.name}</span>;
