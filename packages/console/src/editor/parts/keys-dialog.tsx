import { Fragment, type ReactElement } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { keyHelp } from '../plugins/key-help.ts';

/** Renders the list of keys of the editor. */
export const KeysDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <Dialog title="Keys of the editor" open onClose={onClose}>
    <div className="stack">
      <p className="soft">On a Mac, Ctrl is ⌘ and Alt is ⌥.</p>
      <dl className="shortcuts">
        {keyHelp.map(([keys, label]) => (
          <Fragment key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{label}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  </Dialog>
);
