import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { fillPath } from '../../api/request-url.ts';
import type { Shape } from '../../api/shape.ts';
import { entryRead, type MatchedRead } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { columnsOf, labelOf, titleField } from './columns.ts';
import type { Entry } from './list-screen.tsx';
import { Value } from './value.tsx';

/** Props of the table of a list. */
export interface ListTableProps {
  readonly read: MatchedRead;
  readonly shape: Shape;
  readonly entries: readonly Entry[];
}

/** Renders the entries of a list as a table, and as cards on a phone. The first column leads to the entry. */
export function ListTable({ read, shape, entries }: ListTableProps): ReactElement {
  const columns = columnsOf(shape);
  const title = titleField(shape.fields);
  const space = useSpace();
  const hrefOf = hrefs(read, space.id);
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" className={kind === 'number' ? 'end' : undefined}>
                {labelOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <tr key={typeof entry.id === 'string' ? entry.id : index}>
              {columns.map((field) => (
                <td key={field.name} data-label={labelOf(field.name)} className={cellClass(field.name === title, field.kind)}>
                  {field.name === title ? (
                    <Title href={hrefOf(entry)} text={titleText(entry, field.name)} />
                  ) : (
                    <Value field={field} value={entry[field.name]} isShort />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellClass(isTitle: boolean, kind: string): string | undefined {
  if (isTitle) return 'first';
  return kind === 'number' ? 'end' : undefined;
}

const Title = ({ href, text }: { readonly href: string | undefined; readonly text: string }): ReactElement =>
  href ? (
    <Link href={href} className="cut">
      {text}
    </Link>
  ) : (
    <span className="cut">{text}</span>
  );

/** Returns the title of an entry; one without a title has its id. */
export function titleText(entry: Entry, field: string): string {
  const value = entry[field];
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (typeof value === 'number') return String(value);
  return typeof entry.id === 'string' ? entry.id : 'Untitled';
}

/** Returns a function from an entry to its address, or to undefined if entries have no screen of their own. */
function hrefs(list: MatchedRead, space_id: string): (entry: Entry) => string | undefined {
  const found = entryRead(list);
  return (entry) => {
    const id = found && (entry[found.parameter] ?? entry.id);
    if (!found || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
    return spacePath(space_id, fillPath(found.read.path, { ...list.args, [found.parameter]: id }));
  };
}
