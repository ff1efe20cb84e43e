import { type ReactElement, useEffect } from 'react';
import { CopyText } from '../../../editor/parts/copy-text.tsx';
import type { AroundText } from '../../../editor/parts/document-text.tsx';

/** Props of a text that is held: its editor, and why it is not open for changes any more; undefined for one that is. */
export interface HeldTextProps {
  readonly around: AroundText;
  readonly why: string | undefined;
}

/** Makes a text with changes that are not saved readable only, with the reason, until they are saved. */
export function HeldText({ around: { editor, live }, why }: HeldTextProps): ReactElement {
  const isHeld = why !== undefined;
  useEffect(() => editor?.hold(isHeld), [editor, isHeld]);
  return (
    <div role="status" className={isHeld ? 'notice warn' : 'hidden-text'}>
      {isHeld && (
        <>
          <p className="title">{why}</p>
          <p>Your last changes are not saved, so this page still shows your text. Copy it before you leave.</p>
          {live?.phase !== 'ended' && <CopyText editor={editor} />}
        </>
      )}
    </div>
  );
}
