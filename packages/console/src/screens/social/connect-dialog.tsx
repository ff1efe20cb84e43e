import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { newIdempotencyKey } from '../../api/send.ts';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choices, TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { type Account, socialQuery } from './social.ts';

type Platform = Account['platform'];

/** Renders the dialog in which an admin connects an account. The secret is in no cache and goes with the dialog. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [platform, setPlatform] = useState<Platform>('mastodon');
  const [server, setServer] = useState('');
  const [identifier, setIdentifier] = useState('');
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isMastodon = platform === 'mastodon';
  const isReady = secret !== '' && (isMastodon ? server !== '' : identifier !== '');
  const faultOf = (path: string) => (error instanceof ApiError ? error.errors.find((one) => one.path === path)?.message : undefined);
  async function connect(): Promise<void> {
    setBusy(true);
    setError(undefined);
    const idempotency_key = newIdempotencyKey();
    try {
      const given = {
        platform,
        secret,
        ...(server.trim() !== '' && { server: server.trim() }),
        ...(!isMastodon && { identifier: identifier.trim() }),
      };
      const { handle } = await withConfirmation(() => spaceClient(space.id).social_settings.connect_account(given, { idempotency_key }));
      await queries.invalidateQueries({ queryKey: socialQuery(space.id) });
      onClose();
      sayDone(`${handle} is connected.`);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }
  return (
    <Dialog title="Connect an account" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) void connect();
        }}
      >
        <Choices<Platform>
          legend="Network"
          name="platform"
          value={platform}
          choices={[
            ['mastodon', 'Mastodon'],
            ['bluesky', 'Bluesky'],
          ]}
          onChoose={setPlatform}
        />
        <TextField
          label="Server"
          type="url"
          inputMode="url"
          placeholder={isMastodon ? 'https://mastodon.example' : 'https://bsky.social'}
          help={isMastodon ? 'The server of the account' : 'Empty for bsky.social'}
          required={isMastodon}
          fault={faultOf('server')}
          value={server}
          onChange={(event) => setServer(event.target.value)}
        />
        {!isMastodon && (
          <TextField
            label="Handle"
            placeholder="ada.bsky.social"
            required
            spellCheck={false}
            fault={faultOf('identifier')}
            value={identifier}
            onChange={(event) => setIdentifier(event.target.value)}
          />
        )}
        <TextField
          label={isMastodon ? 'Access token' : 'App password'}
          type="password"
          required
          help={
            isMastodon
              ? 'From Preferences → Development, with read:accounts, read:statuses, write:statuses and write:media'
              : 'From Settings → App passwords'
          }
          fault={faultOf('secret')}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || isBusy}>
            Connect the account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
