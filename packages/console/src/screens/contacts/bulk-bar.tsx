import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useSpace } from '../../shell/session.tsx';
import type { ListedContact } from './contact.ts';
import { offerRevert } from './revert.ts';
import { TagDialog } from './tag-dialog.tsx';

/** Contacts that one call changes. */
const MAX_CHOSEN = 100;

/** Props of the bar: the chosen contacts, and what runs when they are changed. */
export interface BulkBarProps {
  readonly contacts: readonly ListedContact[];
  readonly onDone: () => void;
}

/** Renders what can be done with the chosen contacts: change their tags or delete them, each with a way back. */
export function BulkBar({ contacts, onDone }: BulkBarProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<'tag' | 'untag' | 'delete'>();
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
      <Button disabled={isTooMany} onClick={() => setOpened('untag')}>
        Remove a tag
      </Button>
      <Button look="danger" disabled={isTooMany} onClick={() => setOpened('delete')}>
        Delete
      </Button>
      {(opened === 'tag' || opened === 'untag') && <TagDialog act={opened} contacts={contacts} onDone={onDone} onClose={close} />}
      {opened === 'delete' && (
        <ConfirmDialog title={`Delete ${count}?`} action={`Delete ${count}`} onConfirm={remove} onClose={close}>
          <p>Their tags and places in fixed audiences go with them. For seven days the deletion can be taken back.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
