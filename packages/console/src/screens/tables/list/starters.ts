/** A column of a new table. */
export interface NewColumn {
  readonly key: string;
  readonly label: string;
  readonly type: string;
  readonly options?: readonly string[];
  readonly field_config?: Readonly<Record<string, unknown>>;
}

/** A table to begin with: its columns and a sentence about it. */
export interface Starter {
  readonly label: string;
  readonly name: string;
  readonly singular_label: string;
  readonly columns: readonly NewColumn[];
}

/** The tables to begin with, by name. */
export const starters = {
  blank: { label: 'Blank', name: '', singular_label: '', columns: [{ key: 'name', label: 'Name', type: 'text' }] },
  deals: {
    label: 'Deals',
    name: 'Deals',
    singular_label: 'Deal',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'stage', label: 'Stage', type: 'select', options: ['Lead', 'Offer', 'Won', 'Lost'] },
      { key: 'amount', label: 'Amount', type: 'currency', field_config: { currency_code: 'EUR', precision: 2 } },
      { key: 'close_on', label: 'Close on', type: 'date' },
      { key: 'person', label: 'Contact', type: 'contact' },
      { key: 'notes', label: 'Notes', type: 'long_text' },
    ],
  },
  tasks: {
    label: 'Tasks',
    name: 'Tasks',
    singular_label: 'Task',
    columns: [
      { key: 'name', label: 'Task', type: 'text' },
      { key: 'status', label: 'Status', type: 'select', options: ['To do', 'Doing', 'Done'] },
      { key: 'due', label: 'Due', type: 'date' },
      { key: 'urgent', label: 'Urgent', type: 'checkbox' },
      { key: 'notes', label: 'Notes', type: 'long_text' },
    ],
  },
  stock: {
    label: 'Stock',
    name: 'Items',
    singular_label: 'Item',
    columns: [
      { key: 'name', label: 'Item', type: 'text' },
      { key: 'number', label: 'Number', type: 'autonumber', field_config: { prefix: 'IT-', pad: 4 } },
      { key: 'price', label: 'Price', type: 'currency', field_config: { currency_code: 'EUR', precision: 2 } },
      { key: 'quantity', label: 'Quantity', type: 'number', field_config: { precision: 0, min: 0 } },
      { key: 'value', label: 'Value', type: 'formula', field_config: { expression: 'ROUND({price} * {quantity}, 2)' } },
    ],
  },
} as const satisfies Readonly<Record<string, Starter>>;

/** The name of a table to begin with. */
export type StarterName = keyof typeof starters;
