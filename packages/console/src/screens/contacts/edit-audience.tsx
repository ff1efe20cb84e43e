import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Thing } from '../../api/use-thing.ts';
import { Button } from '../../parts/button.tsx';
import { changedFields } from '../../parts/schema-form/changed.ts';
import { useSpace } from '../../shell/session.tsx';
import { useEdit } from '../editing/use-edit.ts';
import { type AudienceDraft, audienceDraft, fieldsOf } from './audience-draft.ts';
import { AudienceForm } from './audience-form.tsx';
import type { Audience } from './contact.ts';
import { rereadContacts } from './revert.ts';

/** Renders the form of an audience by rules that exists. Nothing typed is lost when someone else changes the audience. */
export function EditAudience({ thing }: { readonly thing: Thing<Audience> }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const { id } = thing.value;
  const edit = useEdit<Audience, AudienceDraft>({
    space_id: space.id,
    contract: 'audiences',
    operations: { read: 'get', change: 'update' },
    path: { id },
    thing,
    draftOf: audienceDraft,
    changesOf,
    said: ({ name }) => `“${name.trim()}” is saved.`,
  });
  const { draft, isDirty, isSaving, isOutdated, refusal, change, discard } = edit;
  const { name, condition } = fieldsOf(draft);
  const canSave = isDirty && !isSaving && condition !== undefined && name !== '';
  async function save(): Promise<void> {
    if (canSave && (await edit.save())) await rereadContacts(queries, space.id);
  }
  return (
    <AudienceForm id={id} draft={draft} onChange={change} error={refusal?.error} onSubmit={() => void save()}>
      <span role="status">{isOutdated && 'Someone else has saved a change since you began.'}</span>
      {isDirty && (
        <Button onClick={discard} disabled={isSaving}>
          Discard
        </Button>
      )}
      <Button type="submit" look="primary" disabled={!canSave}>
        Save
      </Button>
    </AudienceForm>
  );
}

function changesOf(draft: AudienceDraft, { name, description, condition }: Audience) {
  const before: Readonly<Record<string, unknown>> = { name, description, condition };
  const fields = changedFields(before, { ...fieldsOf(draft) });
  return { fields, before: Object.fromEntries(Object.keys(fields).map((field) => [field, before[field]])) };
}
