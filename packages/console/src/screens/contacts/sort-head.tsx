import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactElement } from 'react';
import { isSortable, nextOrder, type Order, sortedBy } from './contact-order.ts';

/** Props of a head: the order of the list and what a click chooses. */
export interface SortHeadProps {
  readonly name: string;
  readonly label: string;
  readonly order: Order;
  readonly onSort?: ((order: Order) => void) | undefined;
}

/** Renders the head of a column. A click on a head that has an order sorts by it, and a second click reverses it. */
export function SortHead({ name, label, order, onSort }: SortHeadProps): ReactElement {
  if (!onSort || !isSortable(name)) return <th scope="col">{label}</th>;
  const sorted = sortedBy(order, name);
  return (
    <th scope="col" aria-sort={sorted}>
      <button type="button" className="sort-head" onClick={() => onSort(nextOrder(order, name))}>
        {label}
        {sorted === 'ascending' && <ArrowUp size={14} aria-hidden="true" />}
        {sorted === 'descending' && <ArrowDown size={14} aria-hidden="true" />}
      </button>
    </th>
  );
}
