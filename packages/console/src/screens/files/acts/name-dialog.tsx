import { type ReactElement, useState } from 'react';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';

/** Props of a dialog that asks for a name; `onSave` gets it with an idempotency key. */
export interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial?: string;
  readonly onSave: (name: string, idempotency_key: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Renders the dialog that gives a file or a folder its name. It stays open, with the reason, when the name is refused. */
export function NameDialog({ title, action, initial = '', onSave, onClose }: NameDialogProps): ReactElement {
  const [name, setName] = useState(initial);
  const { error, faultOf, isBusy, run } = useFormCall();
  const isAllowed = name.trim() !== '' && name.trim() !== initial && !isBusy;
  return (
    <Dialog title={title} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          if (isAllowed && (await run((key) => onSave(name.trim(), key)))) onClose();
        }}
      >
        <TextField label="Name" required value={name} fault={faultOf('name')} onChange={(event) => setName(event.target.value)} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isAllowed}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
