import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';

/** Props of the dialog that renames a passkey. */
export interface RenamePasskeyDialogProps {
  readonly name: string;
  readonly onRename: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Renders the dialog that renames a passkey. */
export function RenamePasskeyDialog({ name, onRename, onClose }: RenamePasskeyDialogProps): ReactElement {
  const [text, setText] = useState(name);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  async function rename(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await onRename(text.trim());
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }
  return (
    <Dialog title="Rename the passkey" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && text.trim() !== '') void rename();
        }}
      >
        <TextField label="Name" maxLength={100} value={text} onChange={(event) => setText(event.target.value)} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || text.trim() === ''}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
