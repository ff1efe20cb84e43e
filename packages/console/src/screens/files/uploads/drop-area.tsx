import { type DragEvent, type ReactElement, type ReactNode, useState } from 'react';
import { sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { uploads } from './own-uploads.ts';
import type { UploadPlace } from './upload-queue.ts';

/** Props of an area that takes files; undefined as its place takes none. */
export interface DropAreaProps {
  readonly place: UploadPlace | undefined;
  readonly children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Renders an area onto which files can be dropped, to upload them. The button that uploads is the way by keyboard. */
export function DropArea({ place, children }: DropAreaProps): ReactElement {
  const space = useSpace();
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent): void {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
    const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory === true;
    if (items.some(isFolder)) sayFailed(new Error('A folder cannot be dropped. Open it, and drop the files in it.'));
    const files = items.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []);
    if (files.length > 0) uploads.add(space.id, files, place!);
  }

  if (!place) return <div className="stack">{children}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has no role, and the button has the same function
    <div
      className={isOver ? 'stack drop-area over' : 'stack drop-area'}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
