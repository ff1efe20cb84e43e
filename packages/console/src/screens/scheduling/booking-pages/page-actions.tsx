import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import type { Thing } from '../../../api/use-thing.ts';
import { Button, buttonClass } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { sayDone, sayFailed } from '../../../parts/toast.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import { type BookingPage, pagesKey } from './booking-page.ts';

/** Renders what can be done with a booking page: open it, copy its link, publish it, stop it and delete it. */
export function PageActions({ thing }: { readonly thing: Thing<BookingPage> }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { value: page, etag } = thing;
  const isActive = page.status === 'active';

  async function setStatus(status: BookingPage['status']): Promise<void> {
    setBusy(true);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'booking_pages',
        name: 'update',
        path: { id: page.id },
        fields: { status },
        before: { status: page.status },
        etag,
        said: status === 'active' ? `“${page.name}” can be booked.` : `“${page.name}” takes no bookings now.`,
      });
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }

  async function remove(): Promise<void> {
    await spaceClient(space.id).booking_pages.delete({ id: page.id }, { ...(etag !== undefined && { if_match: etag }) });
    navigate(spacePath(space.id, '/booking-pages'), { replace: true });
    await queries.invalidateQueries({ queryKey: [...pagesKey(space.id), 'list'] });
    sayDone(`“${page.name}” is deleted.`);
  }

  return (
    <div className="row">
      <a className={buttonClass(isActive ? 'primary' : undefined)} href={page.url} target="_blank" rel="noreferrer">
        <ExternalLink size={16} aria-hidden="true" />
        Open the page
      </a>
      <CopyButton text={page.url} label="Copy the public link" hasText />
      <Link className={buttonClass(undefined)} href={spacePath(space.id, `/bookings?page=${page.id}`)}>
        Its bookings
      </Link>
      {space.scopes.includes('pages:write') && (
        <>
          <Button look={isActive ? undefined : 'primary'} disabled={isBusy} onClick={() => void setStatus(isActive ? 'paused' : 'active')}>
            {isActive ? 'Pause' : 'Publish'}
          </Button>
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        </>
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Delete this booking page?"
          action="Delete the page"
          typed={page.name}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>Its bookings go with it, and its link stops working. Their calendar events stay. There is no way back.</p>
          <p>A page with upcoming confirmed bookings is not deleted: cancel or move them first.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
