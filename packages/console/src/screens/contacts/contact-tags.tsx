import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { sayFailed } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { pushUndo } from '../../shell/undo.ts';
import type { Contact } from './contact.ts';
import { rereadContacts } from './revert.ts';
import { TagField } from './tag-field.tsx';

/** Renders the tags of a contact; each can be removed, and a field adds one. Both can be taken back. */
export function ContactTags({ contact }: { readonly contact: Contact }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const client = spaceClient(space.id).contacts;
  const mayWrite = space.scopes.includes('contacts:write');
  const { id, tags } = contact;

  async function change(act: 'tag' | 'untag', tag: string): Promise<void> {
    const inverse = act === 'tag' ? 'untag' : 'tag';
    setBusy(true);
    try {
      await client[act]({ id, tags: [tag] });
      await rereadContacts(queries, space.id);
      if (act === 'tag') setTyped((now) => (now.trim() === tag ? '' : now));
      pushUndo({
        said: act === 'tag' ? `The tag “${tag}” is added.` : `The tag “${tag}” is removed.`,
        undo: async () => {
          await client[inverse]({ id, tags: [tag] });
          await rereadContacts(queries, space.id);
        },
      });
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="card stack" aria-label="Tags">
      <h2>Tags</h2>
      {tags.length === 0 ? (
        <p className="soft">No tag yet.</p>
      ) : (
        <ul className="row">
          {tags.map((tag) => (
            <li key={tag}>
              {mayWrite ? (
                <button
                  type="button"
                  className="chip"
                  disabled={isBusy}
                  aria-label={`Remove the tag ${tag}`}
                  onClick={() => void change('untag', tag)}
                >
                  {tag} <span aria-hidden="true">×</span>
                </button>
              ) : (
                <span className="chip">{tag}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <form
          className="tag-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy && typed.trim() !== '') void change('tag', typed.trim());
          }}
        >
          <TagField label="Add a tag" value={typed} onChange={setTyped} without={tags} />
          <Button type="submit" disabled={isBusy || typed.trim() === ''}>
            Add
          </Button>
        </form>
      )}
    </section>
  );
}
