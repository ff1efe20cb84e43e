import { type ReactElement, useState } from 'react';
import type { MountedEditor } from '../../../editor/mounted-editor.ts';
import { afterDialog } from '../../comments/threads/after-dialog.ts';
import { anchorWords } from './anchor-words.ts';
import type { DocumentComment } from './document-comment.ts';

/** Props of the place of a thread; `onShown` runs before the text takes the focus. */
export interface ThreadPlaceProps {
  readonly comment: Pick<DocumentComment, 'anchor' | 'quote' | 'block_id'>;
  readonly editor: MountedEditor | undefined;
  readonly onShown: () => void;
}

/** Renders what a thread is about: its quote or its block, which a press shows in the text, and what is left of it. */
export function ThreadPlace({ comment, editor, onShown }: ThreadPlaceProps): ReactElement | null {
  const { anchor, quote, block_id } = comment;
  const [isMissing, setMissing] = useState(false);
  if (anchor === null) return <p className="soft">About the whole document</p>;
  const words = isMissing ? 'It is not in this text any more.' : anchorWords(comment);
  const shown = quote ?? 'A block';
  return (
    <div>
      {editor && anchor !== 'gone' ? (
        <button
          type="button"
          className="thread-quote"
          title="Show it in the text"
          onClick={() => {
            onShown();
            afterDialog(() => setMissing(!editor.showPlace(block_id, quote)));
          }}
        >
          {shown}
        </button>
      ) : (
        <blockquote className="thread-quote">{shown}</blockquote>
      )}
      {words && <p className="thread-lost">{words}</p>}
    </div>
  );
}
