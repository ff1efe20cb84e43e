import './contacts.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { useThing } from '../../api/use-thing.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { JsonTree } from '../../parts/json-tree.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { makeChange } from '../../shell/change.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import { type Contact, fieldLabels, type TextFieldName, textFields } from './contact.ts';
import { ContactTags } from './contact-tags.tsx';
import { ContactTimeline } from './contact-timeline.tsx';
import { InlineField } from './inline-field.tsx';
import { offerRevert } from './revert.ts';

/** Operations that the screen of a contact has as buttons. */
const HAS = ['contacts.delete', 'contacts.tag', 'contacts.untag'];

/** Renders one contact: its fields, its tags and the events about it. Each field is edited where it stands. */
export function ContactScreen({ id = '' }: PathArguments): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const { data, error, refetch } = useThing<Contact>(space.id, 'contacts', 'get', { id });
  const mayWrite = space.scopes.includes('contacts:write');
  const contact = data?.value;

  const save = (name: TextFieldName) => (value: string | null) =>
    makeChange(queries, {
      space_id: space.id,
      contract: 'contacts',
      name: 'update',
      path: { id: contact!.id },
      fields: { [name]: value },
      before: { [name]: contact![name] },
      etag: data!.etag,
      said: `${fieldLabels[name]} is changed.`,
    });

  async function remove(): Promise<void> {
    const { change_id } = await spaceClient(space.id).contacts.delete(
      { id: contact!.id },
      { ...(data!.etag !== undefined && { if_match: data!.etag }) },
    );
    navigate(spacePath(space.id, '/contacts'), { replace: true });
    await offerRevert(queries, space.id, `“${contact!.name}” is deleted.`, change_id);
  }

  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <Link href={spacePath(space.id, '/contacts')}>Contacts</Link> /
      </nav>
      {data || error ? (
        <PageHead title={contact?.name ?? 'Contact'}>
          <SameCall contract="contacts" name="get" args={{ id }} />
          {contact && (
            <MoreActs contract="contacts" name="get" args={{ id: contact.id }} value={{ ...contact }} etag={data?.etag} except={HAS} />
          )}
          {contact && mayWrite && (
            <Button look="danger" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
        </PageHead>
      ) : (
        <h1 className="hidden-text">Contact</h1>
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {contact && (
        <>
          <section className="card fields" aria-label="Fields">
            {textFields.map((name) => (
              <InlineField key={name} name={name} value={contact[name]} onSave={mayWrite ? save(name) : undefined} />
            ))}
          </section>
          <ContactTags contact={contact} />
          {Object.keys(contact.custom_fields).length > 0 && (
            <section className="card stack" aria-label="Own fields">
              <h2>Own fields</h2>
              <JsonTree value={contact.custom_fields} />
            </section>
          )}
          <dl className="card facts">
            <dt>Id</dt>
            <dd>
              <IdText id={contact.id} />
            </dd>
            <dt>Created</dt>
            <dd>
              <TimeAgo at={contact.created_at} />
            </dd>
            <dt>Changed</dt>
            <dd>
              <TimeAgo at={contact.updated_at} />
            </dd>
          </dl>
          <ContactTimeline contact_id={contact.id} />
          {isDeleting && (
            <ConfirmDialog
              title={`Delete “${contact.name}”?`}
              action="Delete the contact"
              onConfirm={remove}
              onClose={() => setDeleting(false)}
            >
              <p>Its tags and its places in fixed audiences go with it. For seven days the deletion can be taken back.</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </>
  );
}
