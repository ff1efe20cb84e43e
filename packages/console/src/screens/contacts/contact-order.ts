/** The orders of the list, with their words. */
export const orders = [
  ['-created_at', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['-updated_at', 'Changed lately'],
  ['updated_at', 'Changed long ago'],
  ['name', 'Name'],
  ['-name', 'Name, reversed'],
  ['email', 'Email'],
  ['-email', 'Email, reversed'],
] as const;

/** The order of a list of contacts. */
export type Order = (typeof orders)[number][0];

/** The order of a list before a person changes it. */
export const DEFAULT_ORDER: Order = '-created_at';

/** The first order of each column that has one: times begin with the newest. */
const firstOrders = { name: 'name', email: 'email', created_at: '-created_at', updated_at: '-updated_at' } as const;

type SortableName = keyof typeof firstOrders;

/** Returns true if the list can be sorted by a column. */
export const isSortable = (name: string): name is SortableName => Object.hasOwn(firstOrders, name);

/** Returns the order after a click on a column: its first order, or the opposite of the present one. */
export function nextOrder(order: Order, name: SortableName): Order {
  if (order === name) return `-${name}`;
  return order === `-${name}` ? name : firstOrders[name];
}

/** Returns how a column is sorted, or undefined if the order is that of another column. */
export function sortedBy(order: Order, name: SortableName): 'ascending' | 'descending' | undefined {
  if (order === name) return 'ascending';
  return order === `-${name}` ? 'descending' : undefined;
}
