import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Choices } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { Tick } from '../../../parts/tick.tsx';
import { useSpace } from '../../../shell/session.tsx';
import type { Asset } from '../library/asset.ts';

const lives = [
  ['60', 'One hour'],
  ['1440', 'One day'],
  ['10080', 'Seven days'],
] as const;

/** Renders the dialog that creates a link to a file. The link is shown once, and is in the state of this part only. */
export function LinkDialog({ asset: { id, name }, onClose }: { readonly asset: Asset; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const [minutes, setMinutes] = useState<(typeof lives)[number][0]>('60');
  const [download, setDownload] = useState(false);
  const [link, setLink] = useState<{ readonly url: string; readonly expires_at: string }>();
  const { error, isBusy, run } = useFormCall();
  if (link)
    return (
      <SecretOnce
        title={`Link to “${name}”`}
        secret={link.url}
        advice={`Everyone with the link can read the file until ${new Date(link.expires_at).toLocaleString('en')}.`}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={`Create a link to “${name}”`} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isBusy) return;
          void run(async (idempotency_key) =>
            setLink(
              await spaceClient(space.id).assets.create_link({ id, expires_in_minutes: Number(minutes), download }, { idempotency_key }),
            ),
          );
        }}
      >
        <Choices legend="It works for" name="life" value={minutes} choices={lives} onChoose={setMinutes} />
        <Tick label="The browser saves the file and does not show it" checked={download} onChange={setDownload} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            Create the link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
