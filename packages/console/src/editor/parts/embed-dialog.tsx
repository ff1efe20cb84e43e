import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSpace } from '../../shell/session.tsx';
import { kindWord, spaceAddress } from '../model/space-address.ts';

/** Props of the dialog: what is done with a chosen thing. */
export interface EmbedDialogProps {
  readonly onChoose: (href: string, label: string) => void;
  readonly onClose: () => void;
}

/** Renders a search of the things that a document can show as a card. */
export function EmbedDialog({ onChoose, onClose }: EmbedDialogProps): ReactElement {
  const space = useSpace();
  const [text, setText] = useState('');
  const q = text.trim().slice(0, 100);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['space', space.id, 'search', 'find', { q }],
    queryFn: ({ signal }) => spaceClient(space.id).search.find({ q }, { signal }),
    enabled: q.length > 1,
    placeholderData: (before) => before,
  });
  const found = q.length > 1 ? (data?.data ?? []).flatMap((thing) => ({ ...thing, href: spaceAddress(thing.kind, thing.id) })) : [];
  const offered = found.filter(({ href }) => href !== undefined);
  return (
    <Dialog title="Insert a card" open onClose={onClose}>
      <div className="stack">
        <TextField
          type="search"
          label="Search"
          help="Tables, tasks, forms, pages, files, contacts and other things of the Space"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {error && <ProblemNotice error={error} onRetry={refetch} />}
        <p role="status" className="soft">
          {q.length < 2
            ? 'Type two characters or more.'
            : offered.length === 0
              ? isFetching
                ? 'Searching …'
                : 'Nothing matches.'
              : `${offered.length} found`}
        </p>
        <ul>
          {offered.map(({ kind, id, title, href }) => (
            <li key={`${kind}-${id}`}>
              <button type="button" className="item" onClick={() => onChoose(href!, title)}>
                <span className="cut">{title || id}</span>
                <span className="tail soft">{kindWord(kind.replaceAll('_', '-'))}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
