import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import { MoveDialog } from '../../files/acts/move-dialog.tsx';
import { NameDialog } from '../../files/acts/name-dialog.tsx';
import type { Document } from '../library/document.ts';
import { deleteDocument, deleteDocumentForGood, rereadDocuments, restoreDocument } from './change-documents.ts';

/** A document as its acts need it. */
export type ActedDocument = Pick<Document, 'id' | 'title' | 'folder_id' | 'is_locked'>;

/** The acts on a document. One that needs an answer opens a dialog. */
export interface DocumentActs {
  readonly rename: (document: ActedDocument) => void;
  readonly move: (document: ActedDocument) => void;
  readonly lock: (document: ActedDocument) => Promise<unknown>;
  readonly remove: (document: ActedDocument) => Promise<unknown>;
  readonly restore: (document: ActedDocument) => Promise<unknown>;
  readonly removeForGood: (document: ActedDocument) => void;
  /** The dialog that is open, to be rendered. */
  readonly dialog: ReactElement | undefined;
}

/** Returns what can be done with a document. `onGone` runs after a deletion for good. */
export function useDocumentActs(onGone: () => void = () => undefined): DocumentActs {
  const space = useSpace();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<{ readonly asked: 'rename' | 'move' | 'for-good'; readonly document: ActedDocument }>();
  const close = () => setOpened(undefined);

  async function change(document: ActedDocument, fields: Readonly<Record<string, string | boolean | null>>, said: string): Promise<void> {
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, document[name as keyof ActedDocument]]));
    await makeChange(queries, {
      space_id: space.id,
      contract: 'documents',
      name: 'update',
      path: { id: document.id },
      fields,
      before,
      said,
    });
    await rereadDocuments(queries, space.id);
  }

  return {
    rename: (document) => setOpened({ asked: 'rename', document }),
    move: (document) => setOpened({ asked: 'move', document }),
    lock: (document) =>
      change(
        document,
        { is_locked: !document.is_locked },
        `“${document.title}” is ${document.is_locked ? 'open for changes' : 'locked'}.`,
      ).catch(sayFailed),
    remove: (document) => deleteDocument(queries, space.id, document).catch(sayFailed),
    restore: (document) => restoreDocument(queries, space.id, document).catch(sayFailed),
    removeForGood: (document) => setOpened({ asked: 'for-good', document }),
    dialog: opened && dialogOf(opened.asked, opened.document),
  };

  function dialogOf(asked: 'rename' | 'move' | 'for-good', document: ActedDocument): ReactElement {
    const { title, folder_id } = document;
    if (asked === 'rename')
      return (
        <NameDialog
          title={`Rename “${title}”`}
          action="Rename"
          initial={title}
          onSave={(next) => change(document, { title: next }, `“${title}” is now “${next}”.`)}
          onClose={close}
        />
      );
    if (asked === 'move')
      return (
        <MoveDialog
          what={`“${title}”`}
          from={folder_id}
          root="Documents"
          onMove={(id) => change(document, { folder_id: id }, `“${title}” is moved.`)}
          onClose={close}
        />
      );
    return (
      <ConfirmDialog
        title={`Delete “${title}” for good?`}
        action="Delete for good"
        typed={title}
        onConfirm={() => deleteDocumentForGood(queries, space.id, document, onGone)}
        onClose={close}
      >
        <p>There is no way back. Its versions go too.</p>
      </ConfirmDialog>
    );
  }
}
