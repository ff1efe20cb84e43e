import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-button.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import type { BoardElements } from '../model/board-elements.ts';
import { copyOf } from '../tools/copies.ts';

/** Renders the button that copies all elements, for changes that may not be saved. They can be pasted into a whiteboard. */
export function CopyElements({ elements }: { readonly elements: BoardElements }): ReactElement {
  const copy = async (): Promise<void> =>
    (await copyText(copyOf(elements.list)))
      ? sayDone('The elements are copied.')
      : sayFailed(new Error('The browser did not copy the elements.'));
  return (
    <div>
      <Button onClick={() => void copy()}>Copy the elements</Button>
    </div>
  );
}
