import { Fragment, type ReactElement } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import type { Shortcut } from './shortcuts.ts';

/** Props of the list of shortcuts. */
export interface ShortcutsDialogProps {
  readonly shortcuts: readonly Shortcut[];
  readonly onClose: () => void;
  readonly hasSingleKeys: boolean;
  readonly onSingleKeys: (has: boolean) => void;
}

/** Renders the list of shortcuts, with the choice to disable single keys. */
export function ShortcutsDialog({ shortcuts, onClose, hasSingleKeys, onSingleKeys }: ShortcutsDialogProps): ReactElement {
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose}>
      <div className="stack">
        <label className="tick">
          <input type="checkbox" checked={hasSingleKeys} onChange={(event) => onSingleKeys(event.target.checked)} />
          Use single keys. Without them only shortcuts with Ctrl or ⌘ work.
        </label>
        <dl className="shortcuts">
          {shortcuts.map(({ keys, label }) => (
            <Fragment key={keys}>
              <dt>
                {keys.split(' ').map((key) => (
                  <Fragment key={key}>
                    <kbd>{key.replace('mod+', 'Ctrl ').replace(/ (.)$/, (_, letter: string) => ` ${letter.toUpperCase()}`)}</kbd>{' '}
                  </Fragment>
                ))}
              </dt>
              <dd>{label}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
