import type { Table, View } from './table.ts';

/** Props of the body of a view. */
export interface ViewBodyProps {
  readonly table: Table;
  readonly view: View;
  readonly onOpenRow: (id: string) => void;
}
