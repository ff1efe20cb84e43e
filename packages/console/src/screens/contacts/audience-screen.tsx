import './contacts.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { useThing } from '../../api/use-thing.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone } from '../../parts/toast.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import type { Audience } from './contact.ts';
import { ContactList } from './contact-list.tsx';
import { EditAudience } from './edit-audience.tsx';
import { rereadContacts } from './revert.ts';
import { WhyMember } from './why-member.tsx';

/** Renders an audience: its rules, its contacts, and why a contact is in it. */
export function AudienceScreen({ id = '' }: PathArguments): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const { data, error, refetch } = useThing<Audience>(space.id, 'audiences', 'get', { id });
  const mayWrite = space.scopes.includes('contacts:write');
  const audience = data?.value;

  async function remove(): Promise<void> {
    await spaceClient(space.id).audiences.delete({ id }, { ...(data!.etag !== undefined && { if_match: data!.etag }) });
    navigate(spacePath(space.id, '/audiences'), { replace: true });
    await rereadContacts(queries, space.id);
    sayDone(`“${audience!.name}” is deleted.`);
  }

  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <Link href={spacePath(space.id, '/audiences')}>Audiences</Link> /
      </nav>
      {data || error ? (
        <PageHead title={audience?.name ?? 'Audience'}>
          <SameCall contract="audiences" name="get" args={{ id }} />
          {audience && (
            <MoreActs
              contract="audiences"
              name="get"
              args={{ id }}
              value={{ ...audience }}
              etag={data?.etag}
              except={['audiences.delete']}
            />
          )}
          {audience && mayWrite && (
            <Button look="danger" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
        </PageHead>
      ) : (
        <h1 className="hidden-text">Audience</h1>
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {audience && (
        <>
          {audience.kind === 'fixed' && <p className="notice">This audience is a fixed list. “Change an audience” in the menu edits it.</p>}
          {audience.kind === 'condition' && mayWrite && <EditAudience thing={data} />}
          {audience.condition && <WhyMember condition={audience.condition} />}
          <section className="stack" aria-label="Contacts of the audience">
            <h2>Contacts</h2>
            <ContactList filter={{ audience_id: id }} />
          </section>
          {isDeleting && (
            <ConfirmDialog
              title="Delete this audience?"
              action="Delete the audience"
              typed={audience.name}
              onConfirm={remove}
              onClose={() => setDeleting(false)}
            >
              <p>Its contacts stay. The audience itself cannot be restored.</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </>
  );
}
