import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { type Thing, thingQuery } from '../../api/use-thing.ts';
import { makeChange } from '../../shell/change.ts';
import { changesOf, type Draft, draftOf, isChanged, settingNames } from './draft.ts';
import { type Faults, faultsOf, NO_FAULTS } from './faults.ts';
import type { Form } from './form.ts';

/** A form in the hands of a person: the saved form, the draft, and what can be done with them. */
export interface FormEdit {
  readonly saved: Form;
  readonly draft: Draft;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly isOutdated: boolean;
  readonly faults: Faults;
  readonly error: unknown;
  readonly change: (draft: Draft) => void;
  readonly discard: () => void;
  readonly save: () => Promise<boolean>;
}

/** A draft, and the form that it began from. */
interface Edited {
  readonly base: Thing<Form>;
  readonly draft: Draft;
}

/** Drafts with changes that are not saved, by Space and form. They live as long as the tab, so that another screen loses nothing. */
const unsaved = new Map<string, Edited>();

/** Edits a form. Without changes the draft follows the form as it is read; with changes it stays as it is, and so does its ETag. */
export function useFormDraft(space_id: string, id: string, read: Thing<Form>): FormEdit {
  const queries = useQueryClient();
  const place = `${space_id} ${id}`;
  const [edited, setEdited] = useState<Edited>(() => unsaved.get(place) ?? { base: read, draft: draftOf(read.value) });
  const [faults, setFaults] = useState(NO_FAULTS);
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const isDirty = isChanged(edited.draft, edited.base.value);
  if (!isDirty && !isSaving && edited.base !== read) setEdited({ base: read, draft: draftOf(read.value, edited.draft) });

  useEffect(() => {
    if (isDirty) unsaved.set(place, edited);
    else unsaved.delete(place);
  }, [isDirty, edited, place]);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);

  async function save(): Promise<boolean> {
    const { base, draft } = edited;
    setSaving(true);
    setError(undefined);
    setFaults(NO_FAULTS);
    try {
      await makeChange(queries, {
        space_id,
        contract: 'forms',
        name: 'update',
        path: { id },
        ...changesOf(draft, base.value),
        etag: base.etag,
        said: `“${draft.settings.name}” is saved.`,
      });
      const fresh = queries.getQueryData<Thing<Form>>(thingQuery<Form>(space_id, 'forms', 'get', { id }).queryKey) ?? read;
      // What was typed while the change was on its way stays in the draft.
      setEdited((now) => ({ base: fresh, draft: now.draft === draft ? draftOf(fresh.value, draft) : now.draft }));
      return true;
    } catch (failure) {
      setFaults(faultsOf(asApiError(failure).errors, draft.fields, settingNames));
      setError(failure);
      return false;
    } finally {
      setSaving(false);
    }
  }

  return {
    saved: edited.base.value,
    draft: edited.draft,
    isDirty,
    isSaving,
    isOutdated: isDirty && !isSaving && edited.base.etag !== read.etag,
    faults,
    error,
    change: (draft) => setEdited((now) => ({ ...now, draft })),
    discard: () => {
      setEdited({ base: read, draft: draftOf(read.value, edited.draft) });
      setFaults(NO_FAULTS);
      setError(undefined);
    },
    save,
  };
}
