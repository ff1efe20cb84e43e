import type { ReactElement } from 'react';
import type { AroundBoard } from '../../../board/board-editor.tsx';
import type { BoardDialog } from '../../../board/parts/board-toolbar.tsx';
import { EmbedDialog } from '../../../editor/parts/embed-dialog.tsx';
import { ImageDialog } from '../../../editor/parts/image-dialog.tsx';
import { DiagramDialog } from '../acts/diagram-dialog.tsx';

/** Props of the dialogs of the toolbar: the open one, and the whiteboard that gets what is chosen. */
export interface BoardDialogsProps {
  readonly id: string;
  readonly opened: BoardDialog | undefined;
  readonly around: AroundBoard;
  readonly onClose: () => void;
}

/** Renders the dialogs that add pictures, cards and diagrams. */
export function BoardDialogs({ id, opened, around, onClose }: BoardDialogsProps): ReactElement | null {
  if (opened === 'diagram')
    return (
      <DiagramDialog
        id={id}
        onMade={(frame_id) => {
          onClose();
          around.showElement(frame_id);
        }}
        onClose={onClose}
      />
    );
  if (opened === 'picture')
    return (
      <ImageDialog
        onChoose={(src, alt) => {
          onClose();
          around.insert('image', { asset_id: src.replace('space:asset/', '') }, alt);
        }}
        onClose={onClose}
      />
    );
  if (opened === 'card')
    return (
      <EmbedDialog
        onChoose={(address, name) => {
          onClose();
          around.insert('embed', { address, width: 320, height: 96 }, name);
        }}
        onClose={onClose}
      />
    );
  return null;
}
