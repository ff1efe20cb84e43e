import { type ReactElement, useState } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

/** Props of a secret that is shown once: what it is, and where it belongs. */
export interface SecretOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly advice: string;
  readonly onClose: () => void;
}

/** Renders a secret once, in a dialog that closes only after a promise that it is stored. The secret goes with this part. */
export function SecretOnce({ title, secret, advice, onClose }: SecretOnceProps): ReactElement {
  const [isStored, setStored] = useState(false);
  return (
    <Dialog title={title} open onClose={onClose} isDismissible={false}>
      <div className="stack">
        <div className="notice warn">
          <p className="title">This is the only time you see this secret.</p>
          <p>{advice}</p>
        </div>
        <p className="secret" data-secret="true">
          {secret}
        </p>
        <div className="row end">
          <CopyButton text={secret} label="Copy the secret" hasText />
        </div>
        <label className="tick">
          <input type="checkbox" checked={isStored} onChange={(event) => setStored(event.target.checked)} />I have stored the secret
        </label>
        <div className="row end">
          <Button look="primary" disabled={!isStored} onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
