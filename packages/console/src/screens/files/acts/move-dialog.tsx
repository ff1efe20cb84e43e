import { useQuery } from '@tanstack/react-query';
import { Folder as FolderIcon } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { foldersKey } from '../library/asset.ts';
import { useFolderPath } from '../library/use-folder-path.ts';

/** Folders that the dialog lists in one folder. */
const MAX_LISTED = 200;

/** Props of the dialog: what moves, the folder that has it, a folder that cannot be a place, and the move. */
export interface MoveDialogProps {
  readonly what: string;
  readonly from: string | null | undefined;
  /** The name of the place above all folders. */
  readonly root?: string;
  readonly except?: string;
  readonly onMove: (folder_id: string | null) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Renders the dialog that chooses a folder: a person walks through the folders, and moves things to the one that is open. */
export function MoveDialog({ what, from, root = 'Files', except, onMove, onClose }: MoveDialogProps): ReactElement {
  const space = useSpace();
  const [at, setAt] = useState<string | null>(from ?? null);
  const { path = [], error: pathError } = useFolderPath(at);
  const { error: refusal, isBusy, run } = useFormCall();
  const { data, error } = useQuery({
    queryKey: [...foldersKey(space.id), 'list', { parent_id: at, limit: MAX_LISTED }],
    queryFn: ({ signal }) => spaceClient(space.id).folders.list({ parent_id: at ?? 'none', limit: MAX_LISTED }, { signal }),
  });
  const inside = data?.data.filter(({ id }) => id !== except);
  const name = at === null ? root : (path.at(-1)?.name ?? '…');
  const fault = refusal ?? pathError ?? error;
  return (
    <Dialog title={`Move ${what}`} open onClose={onClose}>
      <div className="stack">
        <nav className="row" aria-label="Folders above">
          <Button small disabled={at === null} onClick={() => setAt(null)}>
            {root}
          </Button>
          {path.map((one) => (
            <Button key={one.id} small disabled={one.id === at} onClick={() => setAt(one.id)}>
              {one.name}
            </Button>
          ))}
        </nav>
        {!inside && !error && <Skeleton />}
        {inside?.length === 0 && <p className="soft">No folder is in it.</p>}
        {inside && inside.length > 0 && (
          <ul className="folder-choice" aria-label={`Folders in ${name}`}>
            {inside.map((folder) => (
              <li key={folder.id}>
                <button type="button" className="item" onClick={() => setAt(folder.id)}>
                  <FolderIcon size={16} aria-hidden="true" />
                  <span className="cut">{folder.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {data?.has_more && <p className="soft">Only the first {MAX_LISTED} folders are listed.</p>}
        {fault && <ProblemNotice error={fault} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={isBusy || at === from}
            onClick={async () => {
              if (await run(() => onMove(at))) onClose();
            }}
          >
            Move to “{name}”
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
