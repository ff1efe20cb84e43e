import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { newIdempotencyKey } from '../../../api/send.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { sayDone, sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { type BookingPage, pagesKey } from './booking-page.ts';

/** Renders how a page reaches its guests: its link, the HTML for other sites, and the calendar feed of its bookings. */
export function ShareTab({ page }: { readonly page: BookingPage }): ReactElement {
  return (
    <>
      <h3>Link</h3>
      <p className="row">
        <code className="cut">{page.url}</code>
        <CopyButton text={page.url} label="Copy the public link" hasText />
      </p>
      <h3>On another site</h3>
      <p className="soft">This HTML shows the page in a frame.</p>
      <CodeBlock code={page.embed_html} label="Copy the HTML of the frame" />
      <p className="soft">This HTML fits the page into the text around it.</p>
      <CodeBlock code={page.embed_inline_html} label="Copy the HTML that fits in" />
      <Feed page={page} />
    </>
  );
}

/** Renders the calendar feed of a page, whose address is shown once. */
function Feed({ page: { id, has_feed } }: { readonly page: BookingPage }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [address, setAddress] = useState<string>();
  const [asked, setAsked] = useState<'replace' | 'end'>();
  const [isBusy, setBusy] = useState(false);
  const pages = spaceClient(space.id).booking_pages;
  const reread = () => queries.invalidateQueries({ queryKey: pagesKey(space.id) });
  async function create(): Promise<void> {
    setAddress((await pages.create_feed({ id }, { idempotency_key: newIdempotencyKey() })).url);
    await reread();
  }
  async function createFirst(): Promise<void> {
    setBusy(true);
    try {
      await create();
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }
  async function end(): Promise<void> {
    await pages.delete_feed({ id });
    await reread();
    sayDone('The calendar feed has ended.');
  }
  return (
    <>
      <h3>Calendar feed</h3>
      <p className="soft">
        {has_feed
          ? 'A calendar program can subscribe to the bookings of this page. The address was shown when it was made.'
          : 'A calendar program can subscribe to the bookings of this page by an address. Anyone with the address can read them.'}
      </p>
      {space.scopes.includes('pages:write') && (
        <div className="row">
          <Button disabled={isBusy} onClick={() => (has_feed ? setAsked('replace') : void createFirst())}>
            {has_feed ? 'Make a new address' : 'Make the address'}
          </Button>
          {has_feed && (
            <Button look="danger" onClick={() => setAsked('end')}>
              End the feed
            </Button>
          )}
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title={asked === 'replace' ? 'Make a new address?' : 'End the calendar feed?'}
          action={asked === 'replace' ? 'Make a new address' : 'End the feed'}
          onConfirm={asked === 'replace' ? create : end}
          onClose={() => setAsked(undefined)}
        >
          <p>The old address stops working immediately. Calendars that subscribe to it get no more bookings. There is no way back.</p>
        </ConfirmDialog>
      )}
      {address !== undefined && asked === undefined && (
        <SecretOnce
          title="The address of the calendar feed"
          secret={address}
          advice="Put it into your calendar program now. Anyone with the address can read the bookings."
          onClose={() => setAddress(undefined)}
        />
      )}
    </>
  );
}
