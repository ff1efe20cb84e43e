import type { MouseEvent, ReactElement } from 'react';
import { Link } from 'wouter';
import type { Shape } from '../../api/shape.ts';
import type { MatchedRead } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { columnsOf, labelOf, titleField } from './columns.ts';
import { type Entry, entryId, pathOf, readOfEntry, titleText } from './entry.ts';
import { Value } from './value.tsx';

/** Props of the table of a list; `onOpen` shows the entry of an id over the list. */
export interface ListTableProps {
  readonly read: MatchedRead;
  readonly shape: Shape;
  readonly entries: readonly Entry[];
  readonly onOpen: (id: string) => void;
}

/** Renders the entries of a list as a table, and as cards on a phone. The first column leads to the entry. */
export function ListTable({ read, shape, entries, onOpen }: ListTableProps): ReactElement {
  const columns = columnsOf(shape);
  const title = titleField(shape.fields);
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
                    <Title read={read} id={entryId(read, entry)} text={titleText(entry, field.name)} onOpen={onOpen} />
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

interface TitleProps {
  readonly read: MatchedRead;
  readonly id: string | undefined;
  readonly text: string;
  readonly onOpen: (id: string) => void;
}

/** The width from which an entry opens over its list; a phone has room for one of them. */
const WIDE = '(min-width: 720px)';

/** Renders the title of an entry. A plain click opens the entry over the list; the link itself leads to its page. */
function Title({ read, id, text, onOpen }: TitleProps): ReactElement {
  const space = useSpace();
  const entry = id === undefined ? undefined : readOfEntry(read, id);
  if (!entry || id === undefined) return <span className="cut">{text}</span>;
  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !matchMedia(WIDE).matches) return;
    event.preventDefault();
    onOpen(id!);
  }
  return (
    <Link href={spacePath(space.id, pathOf(entry))} className="cut" onClick={open}>
      {text}
    </Link>
  );
}
