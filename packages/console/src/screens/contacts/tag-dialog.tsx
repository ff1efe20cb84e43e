import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { useSpace } from '../../shell/session.tsx';
import type { ListedContact } from './contact.ts';
import { offerRevert } from './revert.ts';
import { TagField } from './tag-field.tsx';

/** Props of the dialog: if it adds or removes a tag, the chosen contacts, and what runs when they are changed. */
export interface TagDialogProps {
  readonly act: 'tag' | 'untag';
  readonly contacts: readonly ListedContact[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Renders a dialog that adds a tag to the chosen contacts or removes it from them, with a way back. */
export function TagDialog({ act, contacts, onDone, onClose }: TagDialogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const { error, isBusy, run } = useFormCall();
  const isAdding = act === 'tag';
  const tag = typed.trim();
  const contact_ids = contacts.map(({ id }) => id);
  const args = isAdding ? { contact_ids, add_tags: [tag] } : { contact_ids, remove_tags: [tag] };
  // Names ignore case, as the service does.
  const present = [...new Map(contacts.flatMap(({ tags = [] }) => tags.map((name) => [name.toLowerCase(), name]))).values()].sort();
  const change = () =>
    run(async (idempotency_key) => {
      const { change_id, updated } = await spaceClient(space.id).contacts.tag_bulk(args, { idempotency_key });
      const count = updated === 1 ? '1 contact' : `${updated} contacts`;
      onDone();
      await offerRevert(queries, space.id, `The tag “${tag}” is ${isAdding ? 'added to' : 'removed from'} ${count}.`, change_id);
    });
  return (
    <Dialog title={isAdding ? 'Add a tag' : 'Remove a tag'} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && tag !== '') void change();
        }}
      >
        {isAdding ? <TagField value={typed} onChange={setTyped} /> : <TagField value={typed} onChange={setTyped} only={present} />}
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <SameCall contract="contacts" name="tag_bulk" args={args} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || tag === ''}>
            {isAdding ? 'Add the tag' : 'Remove the tag'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
