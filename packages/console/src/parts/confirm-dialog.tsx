import { type ReactElement, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { ProblemNotice } from './problem-notice.tsx';

/** Props of a dialog before an act without a way back; `typed` must be typed to allow it. */
export interface ConfirmDialogProps {
  readonly title: string;
  readonly action: string;
  readonly typed?: string;
  readonly children: ReactNode;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Renders a dialog that asks before an act without a way back. It stays open, with the reason, when the act fails. */
export function ConfirmDialog({ title, action, typed, children, onConfirm, onClose }: ConfirmDialogProps): ReactElement {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isAllowed = typed === undefined || text.trim() === typed;
  async function confirm(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }
  return (
    <Dialog title={title} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isAllowed && !isBusy) void confirm();
        }}
      >
        <div>{children}</div>
        {typed !== undefined && (
          <TextField label={`Type “${typed}” to confirm`} value={text} onChange={(event) => setText(event.target.value)} />
        )}
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger primary" disabled={!isAllowed || isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
