/** An event type of the catalog for people: its group, its label and the keys by which it is filtered. */
export interface EventTypeName {
  readonly type: string;
  readonly group: string;
  readonly label: string;
  readonly filters: readonly string[];
}
