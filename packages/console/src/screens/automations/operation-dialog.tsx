import { type ReactElement, useState } from 'react';
import { operations } from '../../made/operations.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { labelOf } from '../../parts/label.ts';
import { useSpace } from '../../shell/session.tsx';

/** The operations that are shown before a search narrows them. */
const MAX_SHOWN = 40;

/** Renders the choice of an operation for a step: those of the catalog whose scope the member has. */
export function OperationDialog({
  onPick,
  onClose,
}: {
  readonly onPick: (operation: string) => void;
  readonly onClose: () => void;
}): ReactElement {
  const space = useSpace();
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase().split(/\s+/);
  const matching = operations.filter(([id, scope, summary]) => {
    const text = `${id} ${summary}`.toLowerCase();
    return scope !== '' && space.scopes.includes(scope) && words.every((word) => text.includes(word));
  });
  const begins = (summary: string) => (summary.toLowerCase().startsWith(words.join(' ')) ? 0 : 1);
  const found = matching.toSorted(([, , one], [, , other]) => begins(one) - begins(other));
  return (
    <Dialog title="Add a step" open onClose={onClose}>
      <div className="stack">
        <TextField
          label="Find an operation"
          type="search"
          placeholder="tag a contact, create an event …"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <p className="help" role="status">
          {found.length} operations
        </p>
        <ul className="tag-list">
          {found.slice(0, MAX_SHOWN).map(([id, , summary]) => (
            <li key={id}>
              <button type="button" className="item" onClick={() => onPick(id)}>
                <span>
                  {summary} <span className="soft">{labelOf(id.split('.')[0]!)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {found.length > MAX_SHOWN && <p className="soft">Type a word to see the others.</p>}
      </div>
    </Dialog>
  );
}

/** Returns the summary of an operation; its id if the catalog does not have it. */
export const summaryOf = (operation: string): string => operations.find(([id]) => id === operation)?.[2] ?? operation;
