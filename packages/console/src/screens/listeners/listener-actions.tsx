import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { makeChange } from '../../shell/change.ts';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { type ListenerVersion, listenersQuery } from '../listening/listener.ts';
import { EditListenerDialog } from './edit-listener-dialog.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

type Opened = 'edit' | 'test' | 'rotate' | 'recover' | 'delete';

/** Renders what can be done with a listener: test, edit, switch, rotate the secret, recover and delete. */
export function ListenerActions({ listener, etag }: ListenerVersion): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { id, enabled, kind } = listener;
  const subscriptions = spaceClient(space.id).event_subscriptions;
  const reread = () => queries.invalidateQueries({ queryKey: listenersQuery(space.id) });
  const close = () => setOpened(undefined);

  async function change(): Promise<void> {
    setBusy(true);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'event_subscriptions',
        name: 'update',
        path: { id },
        fields: { enabled: !enabled },
        before: { enabled },
        etag,
        said: enabled ? `“${listener.name}” is off. It receives nothing from now on.` : `“${listener.name}” is enabled.`,
      });
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }

  async function rotate(): Promise<void> {
    const rotated = await withConfirmation(() => subscriptions.rotate_secret({ id }));
    setSecret(rotated.secret);
    await reread();
  }

  async function remove(): Promise<void> {
    await subscriptions.delete({ id });
    await queries.invalidateQueries({ queryKey: [...listenersQuery(space.id), 'list'] });
    navigate(spacePath(space.id, '/event-subscriptions'), { replace: true });
    sayDone(`“${listener.name}” is deleted.`);
  }

  return (
    <div className="row">
      {kind === 'webhook' && (
        <Button look="primary" onClick={() => setOpened('test')}>
          Test now
        </Button>
      )}
      <Button onClick={() => setOpened('edit')}>Edit</Button>
      <Button onClick={() => void change()} disabled={isBusy}>
        {enabled ? 'Turn off' : 'Enable'}
      </Button>
      {kind === 'webhook' && (
        <>
          <Button onClick={() => setOpened('recover')}>Recover missed events</Button>
          <Button onClick={() => setOpened('rotate')}>Rotate the secret</Button>
        </>
      )}
      <Button look="danger" onClick={() => setOpened('delete')}>
        Delete
      </Button>
      {opened === 'edit' && <EditListenerDialog listener={listener} etag={etag} onClose={close} />}
      {opened === 'test' && <TestDialog id={id} onClose={close} />}
      {opened === 'recover' && <RecoverDialog listener={listener} onClose={close} />}
      {opened === 'rotate' && (
        <ConfirmDialog title="Rotate the secret?" action="Rotate the secret" onConfirm={rotate} onClose={close}>
          <p>
            The old secret ends immediately. Until your receiver has the new one, it refuses the requests of this webhook, and they are
            retried.
          </p>
        </ConfirmDialog>
      )}
      {opened === 'delete' && (
        <ConfirmDialog title="Delete this listener?" action="Delete the listener" typed={listener.name} onConfirm={remove} onClose={close}>
          <p>Its {kind === 'feed' ? 'events' : 'delivery log'} goes with it, and nothing more is sent. There is no way back.</p>
        </ConfirmDialog>
      )}
      {secret !== undefined && opened === undefined && (
        <SecretOnce
          title="The new signing secret"
          secret={secret}
          advice="The old secret has ended. Put this one into the settings of your receiver now."
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  );
}
