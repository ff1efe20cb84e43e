import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { sayDone, sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { type Asset, assetsKey } from '../library/asset.ts';
import { LinkDialog } from './link-dialog.tsx';

/** Renders who can read a file: its public address, and links that end. */
export function Sharing({ asset }: { readonly asset: Asset }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<'link' | 'end'>();
  const { assets } = spaceClient(space.id);
  const { id, name, is_public, url } = asset;
  const mayWrite = space.scopes.includes('assets:write');
  const reread = () => queries.invalidateQueries({ queryKey: assetsKey(space.id) });

  async function publish(): Promise<void> {
    try {
      await assets.publish({ id, publish: !is_public });
      await reread();
      pushUndo({
        said: is_public ? `“${name}” is private.` : `“${name}” is public.`,
        undo: () => assets.publish({ id, publish: is_public }).then(reread),
      });
    } catch (error) {
      sayFailed(error);
    }
  }

  async function endLinks(): Promise<void> {
    await assets.update({ id, rotate_links: true });
    await reread();
    sayDone(`All links to “${name}” have ended.`);
  }

  return (
    <section className="card stack" aria-label="Sharing">
      <div className="row">
        <h2>Sharing</h2>
        <StateBadge state={is_public ? 'published' : 'private'} />
      </div>
      <p>{sharingText(asset)}</p>
      {url !== null && (
        <p className="row">
          <code className="break">{url}</code>
          <CopyButton text={url} label="Copy the address" />
        </p>
      )}
      <div className="row">
        {space.scopes.includes('assets:run') && (
          <>
            <Button look={is_public ? undefined : 'primary'} onClick={() => void publish()}>
              {is_public ? 'Make it private' : 'Publish'}
            </Button>
            <SameCall contract="assets" name="publish" args={{ id, publish: !is_public }} />
          </>
        )}
        {mayWrite && <Button onClick={() => setOpened('link')}>Create a link</Button>}
        {mayWrite && <Button onClick={() => setOpened('end')}>End all links</Button>}
      </div>
      {opened === 'link' && <LinkDialog asset={asset} onClose={() => setOpened(undefined)} />}
      {opened === 'end' && (
        <ConfirmDialog title="End all links?" action="End all links" onConfirm={endLinks} onClose={() => setOpened(undefined)}>
          <p>Each link that was created for this file stops working, for good. The public address is another thing and stays.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function sharingText({ is_public, url }: Asset): string {
  if (is_public) return 'Everyone can read the file at this address, which stays the same when the file is replaced.';
  return url === null
    ? 'Members of the Space and its keys can read the file.'
    : 'Something published shows the file, so everyone can read it at this address.';
}
