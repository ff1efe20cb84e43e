import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { Choices } from '../../../parts/field.tsx';
import { Tick } from '../../../parts/tick.tsx';
import type { Folder } from '../library/asset.ts';
import type { FolderDeletion } from './change-files.ts';

/** Props of the dialog; `onConfirm` deletes the folder. */
export interface DeleteFolderDialogProps {
  readonly folder: Folder;
  readonly onConfirm: (how: FolderDeletion) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Renders the dialog before a folder that is not empty goes to the trash. It asks what happens to the things in it. */
export function DeleteFolderDialog({ folder, onConfirm, onClose }: DeleteFolderDialogProps): ReactElement {
  const [contents, setContents] = useState<'trash' | 'move_up'>('trash');
  const [force, setForce] = useState(false);
  return (
    <ConfirmDialog
      title={`Delete the folder “${folder.name}”?`}
      action="Delete the folder"
      onConfirm={() => onConfirm({ contents, force })}
      onClose={onClose}
    >
      <div className="stack">
        <Choices
          legend="The files and folders in it"
          name="contents"
          value={contents}
          choices={[
            ['trash', 'Delete them with it'],
            ['move_up', 'Move them to the folder above'],
          ]}
          onChoose={setContents}
        />
        {contents === 'trash' && <Tick label="Also delete files that something shows" checked={force} onChange={setForce} />}
        <p className="soft">The trash is emptied after 30 days. A move of the things cannot be taken back in one step.</p>
      </div>
    </ConfirmDialog>
  );
}
