import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.tsx';

/** Renders an id in a fixed-width typeface with a button that copies it. */
export const IdText = ({ id, label = 'Copy the id' }: { readonly id: string; readonly label?: string }): ReactElement => (
  <span className="id">
    <code>{id}</code>
    <CopyButton text={id} label={label} />
  </span>
);
