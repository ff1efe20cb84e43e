import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Arguments } from '../../api/send.ts';
import type { Thing } from '../../api/use-thing.ts';
import { makeChange } from '../../shell/change.ts';
import { useSpace } from '../../shell/session.tsx';
import { changedFields, valuesOf, withoutSaved } from './edits.ts';

/** A thing with what a person typed and has not saved. */
export interface Edits<Value> {
  /** The thing as the person sees it. */
  readonly value: Value;
  readonly set: (fields: Partial<Value>) => void;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Saves the changed fields. Returns false when the service refuses; nothing typed is lost then. */
  readonly save: () => Promise<boolean>;
  readonly discard: () => void;
}

/** Names the PATCH that saves a thing, and the sentence when it is done. */
export interface SavedBy {
  readonly contract: string;
  readonly path: Arguments;
  readonly said: string;
}

/**
 * Holds the edits of a thing and saves them, based on the ETag at which they began. So a change of someone else is not overwritten, and one
 * that arrives while a person types does not replace their text.
 */
export function useEdits<Value extends object>(thing: Thing<Value>, { contract, path, said }: SavedBy): Edits<Value> {
  const space = useSpace();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<{ readonly base: Thing<Value> | undefined; readonly edits: Partial<Value> }>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const newest = useRef(thing);
  newest.current = thing;
  const begun = draft?.base ?? thing;
  const changed = changedFields(begun.value, draft?.edits ?? {}) as Partial<Value>;
  const isDirty = Object.keys(changed).length > 0;
  const base = isDirty ? begun : thing;

  async function save(): Promise<boolean> {
    if (!isDirty) return true;
    setBusy(true);
    setError(undefined);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract,
        name: 'update',
        path,
        fields: changed as Arguments,
        before: valuesOf(base.value, changed) as Arguments,
        etag: base.etag,
        said,
      });
      setDraft((now) => {
        const rest = withoutSaved(now?.edits ?? {}, changed) as Partial<Value>;
        return Object.keys(rest).length === 0 ? undefined : { base: undefined, edits: rest };
      });
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    value: { ...base.value, ...(isDirty ? draft?.edits : {}) },
    set: (fields) =>
      setDraft((now) => ({ base: isDirty && now?.base ? now.base : newest.current, edits: { ...(isDirty ? now?.edits : {}), ...fields } })),
    isDirty,
    isBusy,
    error,
    save,
    discard() {
      setDraft(undefined);
      setError(undefined);
    },
  };
}
