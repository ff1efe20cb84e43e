import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { type ColumnName, fieldLabels, type ListedContact } from './contact.ts';
import type { Order } from './contact-order.ts';
import { SortHead } from './sort-head.tsx';

/** Props of the table: without `onChoose` its rows have no tick, and without `onSort` its heads sort nothing. */
export interface ContactTableProps {
  readonly contacts: readonly ListedContact[];
  readonly columns: readonly ColumnName[];
  readonly chosen?: readonly string[];
  readonly order: Order;
  readonly onSort?: ((order: Order) => void) | undefined;
  readonly onChoose?: (ids: readonly string[]) => void;
}

/** Renders contacts as a table, and as cards on a phone. */
export function ContactTable({ contacts, columns, chosen = [], order, onSort, onChoose }: ContactTableProps): ReactElement {
  const space = useSpace();
  const ids = contacts.map(({ id }) => id);
  const hasAll = ids.every((id) => chosen.includes(id));
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            {onChoose && (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label="Choose all that are shown"
                  checked={hasAll}
                  onChange={() => onChoose(hasAll ? [] : ids)}
                />
              </th>
            )}
            {(['name', ...columns] as const).map((name) => (
              <SortHead key={name} name={name} label={fieldLabels[name]} order={order} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {contacts.map((contact) => (
            <tr key={contact.id}>
              {onChoose && (
                <td className="bare">
                  <input
                    type="checkbox"
                    aria-label={`Choose ${contact.name ?? contact.id}`}
                    checked={chosen.includes(contact.id)}
                    onChange={() =>
                      onChoose(chosen.includes(contact.id) ? chosen.filter((id) => id !== contact.id) : [...chosen, contact.id])
                    }
                  />
                </td>
              )}
              <td className="first">
                <Link href={spacePath(space.id, `/contacts/${contact.id}`)} className="cut">
                  {contact.name || contact.id}
                </Link>
              </td>
              {columns.map((name) => (
                <td key={name} data-label={fieldLabels[name]}>
                  <Cell contact={contact} name={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ contact, name }: { readonly contact: ListedContact; readonly name: ColumnName }): ReactElement {
  const value = contact[name];
  if (value === null || value === undefined || value === '' || value.length === 0) return <span className="soft">–</span>;
  if (name === 'created_at' || name === 'updated_at') return <TimeAgo at={String(value)} />;
  return <span className="cut">{Array.isArray(value) ? value.join(', ') : value}</span>;
}
