import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { useSpace } from '../../shell/session.tsx';
import type { ListedContact } from './contact.ts';
import { offerRevert } from './revert.ts';
import { TagField } from './tag-field.tsx';

/** Contacts that one call changes. */
const MAX_CHOSEN = 100;

/** Props of the bar: the chosen contacts, and what runs when they are changed. */
export interface BulkBarProps {
  readonly contacts: readonly ListedContact[];
  readonly onDone: () => void;
}

/** Renders what can be done with the chosen contacts: tag them or delete them, each with a way back. */
export function BulkBar({ contacts, onDone }: BulkBarProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<'tag' | 'delete'>();
  const count = contacts.length === 1 ? '1 contact' : `${contacts.length} contacts`;
  const isTooMany = contacts.length > MAX_CHOSEN;
  async function remove(): Promise<void> {
    const { change_id, deleted } = await spaceClient(space.id).contacts.delete_bulk({ contact_ids: contacts.map(({ id }) => id) });
    onDone();
    await offerRevert(queries, space.id, `${deleted === 1 ? '1 contact is' : `${deleted} contacts are`} deleted.`, change_id);
  }
  const close = () => setOpened(undefined);
  return (
    <section className="chosen-bar" aria-label="Chosen contacts">
      <span role="status">{isTooMany ? `Choose at most ${MAX_CHOSEN}.` : `${count} chosen`}</span>
      <Button onClick={onDone}>Choose none</Button>
      <Button disabled={isTooMany} onClick={() => setOpened('tag')}>
        Add a tag
      </Button>
      <Button look="danger" disabled={isTooMany} onClick={() => setOpened('delete')}>
        Delete
      </Button>
      {opened === 'tag' && <TagDialog contacts={contacts} onDone={onDone} onClose={close} />}
      {opened === 'delete' && (
        <ConfirmDialog title={`Delete ${count}?`} action={`Delete ${count}`} onConfirm={remove} onClose={close}>
          <p>Their tags and places in fixed audiences go with them. For seven days the deletion can be taken back.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function TagDialog({ contacts, onDone, onClose }: BulkBarProps & { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [tag, setTag] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const args = { contacts: contacts.map(({ email = '' }) => ({ email, tags: [tag.trim()] })) };
  async function add(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const { change_id, updated } = await spaceClient(space.id).contacts.upsert(args);
      onDone();
      await offerRevert(
        queries,
        space.id,
        `The tag “${tag.trim()}” is added to ${updated === 1 ? '1 contact' : `${updated} contacts`}.`,
        change_id,
      );
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }
  return (
    <Dialog title="Add a tag" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && tag.trim() !== '') void add();
        }}
      >
        <TagField value={tag} onChange={setTag} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <SameCall contract="contacts" name="upsert" args={args} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || tag.trim() === ''}>
            Add the tag
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
