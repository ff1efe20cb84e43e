import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-button.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import type { MountedEditor } from '../mounted-editor.ts';

/** Renders the button that copies the whole text of an editor, for changes that may not be saved. */
export function CopyText({ editor }: { readonly editor: MountedEditor | undefined }): ReactElement | null {
  if (!editor) return null;
  const copy = async (): Promise<void> =>
    (await copyText(editor.getText())) ? sayDone('The text is copied.') : sayFailed(new Error('The browser did not copy the text.'));
  return (
    <div>
      <Button onClick={() => void copy()}>Copy the text</Button>
    </div>
  );
}
