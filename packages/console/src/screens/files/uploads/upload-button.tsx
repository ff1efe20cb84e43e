import { type ReactElement, useRef } from 'react';
import { Button, type ButtonProps } from '../../../parts/button.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { uploads } from './own-uploads.ts';
import type { UploadPlace } from './upload-queue.ts';

/** Props of a button that uploads files: its words, its look, and the place of the files. */
export interface UploadButtonProps {
  readonly label: string;
  readonly look?: ButtonProps['look'];
  readonly place: UploadPlace;
}

/** Renders a button that asks for files and uploads them; one that replaces a file asks for one. */
export function UploadButton({ label, look, place }: UploadButtonProps): ReactElement {
  const space = useSpace();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={place.replaces === undefined}
        aria-label={label}
        onChange={({ target }) => {
          uploads.add(space.id, [...(target.files ?? [])], place);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
