import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { Asset, Folder } from '../library/asset.ts';
import {
  deleteFiles,
  deleteFilesForGood,
  deleteFolder,
  deleteFolderForGood,
  filesText,
  moveFiles,
  rereadFiles,
  restoreFiles,
  restoreFolder,
} from './change-files.ts';
import { DeleteFolderDialog } from './delete-folder-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { UsedDialog } from './used-dialog.tsx';

/** Files, or one folder. */
export type Things = { readonly assets: readonly Asset[] } | { readonly folder: Folder };

/** The acts on files and folders. One that needs an answer opens a dialog. */
export interface FileActs {
  readonly rename: (thing: Things) => void;
  readonly move: (things: Things) => void;
  readonly remove: (things: Things) => Promise<void>;
  readonly restore: (things: Things) => Promise<void>;
  readonly removeForGood: (things: Things) => void;
  /** The dialog that is open, to be rendered. */
  readonly dialog: ReactElement | undefined;
}

type Asked = 'rename' | 'move' | 'remove' | 'for-good';

const nameOf = (things: Things): string => ('folder' in things ? `“${things.folder.name}”` : filesText(things.assets));

/** Returns true if the deletion of things is refused without an answer, as far as the list knows: a folder is not empty, or a file is shown. */
const needsAnswer = (things: Things): boolean =>
  'folder' in things ? things.folder.folders + things.folder.assets > 0 : things.assets.some(({ used_by_count }) => used_by_count > 0);

/** Returns what can be done with files and folders. `onDone` runs after each act, with true after a deletion for good. */
export function useFileActs(onDone: (isGone: boolean) => void): FileActs {
  const space = useSpace();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<{ readonly asked: Asked; readonly things: Things }>();
  const close = () => setOpened(undefined);
  const done = (act: Promise<unknown>) => act.then(() => onDone(false));

  async function remove(things: Things): Promise<void> {
    if (needsAnswer(things)) return setOpened({ asked: 'remove', things });
    try {
      if ('assets' in things) await done(deleteFiles(queries, space.id, things.assets, false));
      else await done(deleteFolder(queries, space.id, things.folder, { contents: 'refuse', force: false }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'attached') setOpened({ asked: 'remove', things });
      else sayFailed(error);
    }
  }

  const restore = (things: Things) =>
    done('assets' in things ? restoreFiles(queries, space.id, things.assets) : restoreFolder(queries, space.id, things.folder)).catch(
      sayFailed,
    );

  const change = (things: Things, fields: Readonly<Record<string, string | null>>, said: string) => {
    const [contract, thing] = 'folder' in things ? (['folders', things.folder] as const) : (['assets', things.assets[0]!] as const);
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, (thing as unknown as Record<string, unknown>)[name]]));
    const made = makeChange(queries, { space_id: space.id, contract, name: 'update', path: { id: thing.id }, fields, before, said });
    return done(made.then(() => rereadFiles(queries, space.id)));
  };

  return {
    rename: (things) => setOpened({ asked: 'rename', things }),
    move: (things) => setOpened({ asked: 'move', things }),
    remove,
    restore,
    removeForGood: (things) => setOpened({ asked: 'for-good', things }),
    dialog: opened && dialogOf(opened.asked, opened.things),
  };

  function dialogOf(asked: Asked, things: Things): ReactElement {
    const what = nameOf(things);
    if (asked === 'rename') {
      const { name } = 'folder' in things ? things.folder : things.assets[0]!;
      const save = (next: string) => change(things, { name: next }, `${what} is now “${next}”.`);
      return <NameDialog title={`Rename ${what}`} action="Rename" initial={name} onSave={save} onClose={close} />;
    }
    if (asked === 'move') {
      if ('folder' in things)
        return (
          <MoveDialog
            what={what}
            from={things.folder.parent_id}
            except={things.folder.id}
            onMove={(parent_id) => change(things, { parent_id }, `${what} is moved.`)}
            onClose={close}
          />
        );
      const { assets } = things;
      const [first] = assets;
      const from = assets.every(({ folder_id }) => folder_id === first!.folder_id) ? first!.folder_id : undefined;
      return <MoveDialog what={what} from={from} onMove={(id) => done(moveFiles(queries, space.id, assets, id))} onClose={close} />;
    }
    if (asked === 'remove')
      return 'folder' in things ? (
        <DeleteFolderDialog
          folder={things.folder}
          onConfirm={(how) => done(deleteFolder(queries, space.id, things.folder, how))}
          onClose={close}
        />
      ) : (
        <UsedDialog assets={things.assets} onConfirm={() => done(deleteFiles(queries, space.id, things.assets, true))} onClose={close} />
      );
    return <ForGoodDialog things={things} onGone={() => onDone(true)} onClose={close} />;
  }
}

interface ForGoodProps {
  readonly things: Things;
  readonly onGone: () => void;
  readonly onClose: () => void;
}

/** Renders the dialog before things leave the trash for good. */
function ForGoodDialog({ things, onGone, onClose }: ForGoodProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const uses = 'assets' in things ? things.assets.reduce((sum, { used_by_count }) => sum + used_by_count, 0) : 0;
  const typed = 'folder' in things ? things.folder.name : things.assets.length === 1 ? things.assets[0]!.name : filesText(things.assets);
  const confirm = () =>
    'folder' in things
      ? deleteFolderForGood(queries, space.id, things.folder, onGone)
      : deleteFilesForGood(queries, space.id, things.assets, onGone);
  return (
    <ConfirmDialog
      title={`Delete ${nameOf(things)} for good?`}
      action="Delete for good"
      typed={typed}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>There is no way back. {'folder' in things && 'What was deleted with the folder goes too.'}</p>
      {uses > 0 && <p>{uses === 1 ? 'One place shows it' : `${uses} places show it`}, and shows a missing file from then on.</p>}
    </ConfirmDialog>
  );
}
