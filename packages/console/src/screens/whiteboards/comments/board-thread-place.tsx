import type { ReactElement } from 'react';
import type { AroundBoard } from '../../../board/board-editor.tsx';
import { elementWords } from '../../../board/parts/element-words.ts';
import { afterDialog } from '../../comments/threads/after-dialog.ts';
import { placeWords, type WhiteboardComment } from './whiteboard-comment.ts';

/** Props of the place of a thread; `onShown` runs before the whiteboard takes the focus. */
export interface BoardThreadPlaceProps {
  readonly comment: WhiteboardComment;
  readonly around: AroundBoard;
  readonly onShown: () => void;
}

/** Renders what a thread is about: its element or its place, which a press shows. */
export function BoardThreadPlace({ comment, around, onShown }: BoardThreadPlaceProps): ReactElement {
  const { element_id, x, y } = comment;
  const element = element_id === null ? undefined : around.elements.byId.get(element_id);
  const show = (run: () => void) => () => {
    onShown();
    afterDialog(run);
  };
  if (element)
    return (
      <button type="button" className="thread-quote" title="Show it" onClick={show(() => around.showElement(element.id))}>
        {elementWords(element, around.elements)}
      </button>
    );
  if (x !== null && y !== null)
    return (
      <button type="button" className="thread-quote" title="Show it" onClick={show(() => around.showPlace({ x, y }))}>
        {placeWords(comment)}
      </button>
    );
  return <p className="soft">{placeWords(comment)}</p>;
}
