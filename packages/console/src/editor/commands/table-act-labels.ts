/** The acts on a table by name, in their order, with their words. */
export const tableActLabels = {
  row_above: 'Row above',
  row_below: 'Row below',
  column_before: 'Column before',
  column_after: 'Column after',
  header_row: 'Head row',
  delete_row: 'Delete row',
  delete_column: 'Delete column',
  delete_table: 'Delete table',
} as const;
