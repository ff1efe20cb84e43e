import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import { MoveDialog } from '../../files/acts/move-dialog.tsx';
import { NameDialog } from '../../files/acts/name-dialog.tsx';
import type { ContentKind } from '../kinds/content-kind.ts';
import type { Content } from '../library/content.ts';
import { deleteContent, deleteContentForGood, rereadContents, restoreContent } from './change-contents.ts';

/** A content as its acts need it. */
export type ActedContent = Pick<Content, 'id' | 'title' | 'folder_id' | 'is_locked'>;

/** The acts on a content. One that needs an answer opens a dialog. */
export interface ContentActs {
  readonly rename: (content: ActedContent) => void;
  readonly move: (content: ActedContent) => void;
  readonly lock: (content: ActedContent) => Promise<unknown>;
  readonly remove: (content: ActedContent) => Promise<unknown>;
  readonly restore: (content: ActedContent) => Promise<unknown>;
  readonly removeForGood: (content: ActedContent) => void;
  /** The dialog that is open, to be rendered. */
  readonly dialog: ReactElement | undefined;
}

/** Returns what can be done with a content. `onGone` runs after a deletion for good. */
export function useContentActs(kind: ContentKind, onGone: () => void = () => undefined): ContentActs {
  const space = useSpace();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<{ readonly asked: 'rename' | 'move' | 'for-good'; readonly content: ActedContent }>();
  const close = () => setOpened(undefined);

  async function change(content: ActedContent, fields: Readonly<Record<string, string | boolean | null>>, said: string): Promise<void> {
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, content[name as keyof ActedContent]]));
    await makeChange(queries, {
      space_id: space.id,
      contract: kind.contract,
      name: 'update',
      path: { id: content.id },
      fields,
      before,
      said,
    });
    await rereadContents(kind, queries, space.id);
  }

  return {
    rename: (content) => setOpened({ asked: 'rename', content }),
    move: (content) => setOpened({ asked: 'move', content }),
    lock: (content) =>
      change(
        content,
        { is_locked: !content.is_locked },
        `“${content.title}” is ${content.is_locked ? 'open for changes' : 'locked'}.`,
      ).catch(sayFailed),
    remove: (content) => deleteContent(kind, queries, space.id, content).catch(sayFailed),
    restore: (content) => restoreContent(kind, queries, space.id, content).catch(sayFailed),
    removeForGood: (content) => setOpened({ asked: 'for-good', content }),
    dialog: opened && dialogOf(opened.asked, opened.content),
  };

  function dialogOf(asked: 'rename' | 'move' | 'for-good', content: ActedContent): ReactElement {
    const { title, folder_id } = content;
    if (asked === 'rename')
      return (
        <NameDialog
          title={`Rename “${title}”`}
          action="Rename"
          initial={title}
          onSave={(next) => change(content, { title: next }, `“${title}” is now “${next}”.`)}
          onClose={close}
        />
      );
    if (asked === 'move')
      return (
        <MoveDialog
          what={`“${title}”`}
          from={folder_id}
          root={kind.label}
          onMove={(id) => change(content, { folder_id: id }, `“${title}” is moved.`)}
          onClose={close}
        />
      );
    return (
      <ConfirmDialog
        title={`Delete “${title}” for good?`}
        action="Delete for good"
        typed={title}
        onConfirm={() => deleteContentForGood(kind, queries, space.id, content, onGone)}
        onClose={close}
      >
        <p>There is no way back. Its versions go too.</p>
      </ConfirmDialog>
    );
  }
}
