import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { type Asset, usesQuery } from '../library/asset.ts';
import { UseLink } from '../library/use-link.tsx';
import { filesText } from './change-files.ts';

/** Files and places of each that the dialog names. */
const MAX_NAMED = 10;

/** Props of the dialog: the files, of which something shows at least one, and the deletion. */
export interface UsedDialogProps {
  readonly assets: readonly Asset[];
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Renders the dialog before files go to the trash that something shows. It names these places. */
export function UsedDialog({ assets, onConfirm, onClose }: UsedDialogProps): ReactElement {
  const used = assets.length === 1 ? assets : assets.filter(({ used_by_count }) => used_by_count > 0);
  const named = used.slice(0, MAX_NAMED);
  return (
    <ConfirmDialog title={`Delete ${filesText(assets)}?`} action="Delete it all the same" onConfirm={onConfirm} onClose={onClose}>
      <div className="stack">
        <p>These places show {used.length === 1 ? 'the file' : 'files of them'}. There it is missing until it is restored.</p>
        <ul className="used">
          {named.map((asset) => (
            <NamedUses key={asset.id} asset={asset} />
          ))}
        </ul>
        {used.length > named.length && <p>And {used.length - named.length} more files.</p>}
      </div>
    </ConfirmDialog>
  );
}

/** Renders the name of a file, and the first places that show it. */
function NamedUses({ asset: { id, name, used_by_count } }: { readonly asset: Asset }): ReactElement {
  const space = useSpace();
  const uses = useQuery(usesQuery(space.id, id, MAX_NAMED)).data?.data ?? [];
  return (
    <li>
      <strong>{name}</strong>
      <ul>
        {uses.map((use) => (
          <li key={`${use.id} ${use.place}`}>
            <UseLink use={use} />
          </li>
        ))}
        {used_by_count > uses.length && uses.length > 0 && <li>and {used_by_count - uses.length} more</li>}
      </ul>
    </li>
  );
}
