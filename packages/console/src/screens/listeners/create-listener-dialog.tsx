import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../../parts/dialog.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { listenersQuery } from '../listening/listener.ts';
import { CreateListenerForm } from './create-listener-form.tsx';

/** Renders the dialog that creates a webhook and shows its secret once. It then leads to the webhook. */
export function CreateListenerDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string }>();
  return created ? (
    <SecretOnce
      title="The signing secret of the webhook"
      secret={created.secret}
      advice="Your receiver verifies each request with it. Put it into the settings of your receiver now."
      onClose={() => navigate(spacePath(space.id, `/event-subscriptions/${created.id}`), { replace: true })}
    />
  ) : (
    <Dialog title="Create a webhook" open look="wide" onClose={onClose}>
      <CreateListenerForm
        onCreated={(id, secret) => {
          setCreated({ id, secret });
          void queries.invalidateQueries({ queryKey: listenersQuery(space.id) });
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
