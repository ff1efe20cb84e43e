import { Braces } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { TextField } from '../field.tsx';
import { useForm } from './form-context.tsx';

/** Renders a button that offers the merge tags of the form; nothing in a form without them. */
export function MergeTagMenu({ label, onPick }: { readonly label: string; readonly onPick: (text: string) => void }): ReactElement | null {
  const { tags } = useForm();
  const [isOpen, setOpen] = useState(false);
  if (!tags) return null;
  return (
    <>
      <Button small look="plain icon" aria-label={`Insert a merge tag into ${label}`} onClick={() => setOpen(true)}>
        <Braces size={15} aria-hidden="true" />
      </Button>
      {isOpen && (
        <TagDialog
          label={label}
          onClose={() => setOpen(false)}
          onPick={(tag) => {
            setOpen(false);
            onPick(`{{${tag}}}`);
          }}
        />
      )}
    </>
  );
}

interface TagDialogProps {
  readonly label: string;
  readonly onPick: (tag: string) => void;
  readonly onClose: () => void;
}

function TagDialog({ label, onPick, onClose }: TagDialogProps): ReactElement {
  const { tags = [] } = useForm();
  const [search, setSearch] = useState('');
  const found = tags.filter(({ tag, example = '' }) => `${tag} ${example}`.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Dialog title={`A merge tag for ${label}`} open onClose={onClose}>
      <div className="stack">
        <TextField label="Find a tag" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        <ul className="tag-list">
          {found.map(({ tag, example }) => (
            <li key={tag}>
              <button type="button" className="item" onClick={() => onPick(tag)}>
                <code>{tag}</code>
                {example !== undefined && <span className="tail soft cut">{example}</span>}
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="soft">No tag matches. Any path works, such as payload.note.</p>}
      </div>
    </Dialog>
  );
}
