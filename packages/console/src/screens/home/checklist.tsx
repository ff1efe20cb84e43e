import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { newIdempotencyKey } from '../../api/send.ts';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { deliveriesQuery } from '../deliveries/delivery.ts';
import { listenersList } from '../listening/listener.ts';

/**
 * Renders the way to a first delivery as four steps over the rest of the screen, and the rest alone once a delivery has succeeded. The rest
 * waits for that answer, so that it does not move.
 */
export function Checklist({ children }: { readonly children: ReactNode }): ReactElement {
  const space = useSpace();
  const client = spaceClient(space.id);
  const isAdmin = space.role === 'owner' || space.role === 'admin';
  const succeeded = useQuery({
    queryKey: [...deliveriesQuery(space.id), 'first'],
    queryFn: () => client.deliveries.search({ status: 'succeeded', limit: 1 }),
  });
  const isOpen = succeeded.data?.data.length === 0;
  const keys = useQuery({
    queryKey: ['space', space.id, 'keys', 'first'],
    queryFn: () => client.settings.list_keys({ limit: 1 }),
    enabled: isOpen && isAdmin,
  });
  const listeners = useQuery({ ...listenersList(space.id), enabled: isOpen });
  const contacts = useQuery({
    queryKey: ['space', space.id, 'contacts', 'first'],
    queryFn: () => client.contacts.list({ limit: 1 }),
    enabled: isOpen,
  });
  if (succeeded.isPending) return <Skeleton />;
  if (!isOpen) return <>{children}</>;
  const webhook = listeners.data?.data.find(({ kind, enabled }) => kind === 'webhook' && enabled);
  const link = (path: string, text: string) => <Link href={spacePath(space.id, path)}>{text}</Link>;
  return (
    <>
      <section className="card stack" aria-label="First steps">
        <h2>Your first webhook in four steps</h2>
        <ol className="checklist">
          {isAdmin && (
            <Step isDone={(keys.data?.data.length ?? 0) > 0} title={link('/settings/keys?new=1', 'Create an API key')}>
              Programs and agents act in this Space with a key.
            </Step>
          )}
          <Step isDone={webhook !== undefined} title={link('/listeners?new=1', 'Create a webhook')}>
            It receives a signed request for each event; choose “Contact created”.
          </Step>
          <Step isDone={(contacts.data?.data.length ?? 0) > 0} title={link('/contacts', 'Create a contact')}>
            A change in the Space is an event. {space.scopes.includes('contacts:write') && <SampleContact />}
          </Step>
          <Step isDone={false} title={link('/deliveries', 'See the delivery')}>
            This list ends when the first delivery has succeeded.
          </Step>
        </ol>
      </section>
      {children}
    </>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

const Step = ({ isDone, title, children }: StepProps): ReactElement => (
  <li>
    <span className={`badge ${isDone ? 'good' : ''}`}>{isDone ? '✓ done' : '– to do'}</span>
    <div>
      <p>{title}</p>
      <p className="soft">{children}</p>
    </div>
  </li>
);

/** Returns an address of the domain for examples; each is another one, because an address is unique in a Space. */
const sampleEmail = (): string => `ada-${Date.now().toString(36)}@example.com`;

function SampleContact(): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  async function create(): Promise<void> {
    setBusy(true);
    try {
      await spaceClient(space.id).contacts.create({ name: 'Ada Lovelace', email: sampleEmail() }, { idempotency_key: newIdempotencyKey() });
      await queries.invalidateQueries({ queryKey: ['space', space.id, 'contacts'] });
      sayDone('The contact “Ada Lovelace” is created.');
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button small disabled={isBusy} onClick={() => void create()}>
      Create a sample contact
    </Button>
  );
}
