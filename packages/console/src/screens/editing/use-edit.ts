import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import type { Arguments } from '../../api/send.ts';
import { type Thing, thingQuery } from '../../api/use-thing.ts';
import { makeChange } from '../../shell/change.ts';

/** A thing in the hands of a person: the saved one, the draft, and what can be done with them. */
export interface Edit<Value, Draft> {
  readonly saved: Value;
  readonly draft: Draft;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** True if the thing was changed by someone else after the draft began. */
  readonly isOutdated: boolean;
  /** The refusal of the last save, with the draft that was sent: the paths of its faults belong to that one. */
  readonly refusal: { readonly error: unknown; readonly sent: Draft } | undefined;
  readonly change: (draft: Draft) => void;
  readonly discard: () => void;
  /** Saves the draft and returns true, or returns false when the service refused it. */
  readonly save: () => Promise<boolean>;
}

/** The thing that is edited, and the ways to make and compare a draft of it. */
export interface EditOptions<Value, Draft> {
  readonly space_id: string;
  readonly contract: string;
  /** The operations that read and change the thing. */
  readonly operations: { readonly read: string; readonly change: string };
  readonly path: Arguments;
  readonly thing: Thing<Value>;
  /** Returns the draft of a thing; `like` is the draft so far, whose names of parts it keeps. */
  readonly draftOf: (value: Value, like?: Draft) => Draft;
  /** Returns the fields that a draft changes, and their values before. */
  readonly changesOf: (draft: Draft, value: Value) => { readonly fields: Arguments; readonly before: Arguments };
  /** Returns the text that is said after a save. */
  readonly said: (draft: Draft) => string;
}

/** A draft, and the thing that it began from. */
interface Edited<Value, Draft> {
  readonly base: Thing<Value>;
  readonly draft: Draft;
}

/** Drafts with changes that are not saved, by thing. They live as long as the tab, so that a look at another screen loses nothing. */
const unsaved = new Map<string, unknown>();

/** Edits a thing. Without changes the draft follows the thing as it is read; with changes it stays as it is, and so does its ETag. */
export function useEdit<Value, Draft>(options: EditOptions<Value, Draft>): Edit<Value, Draft> {
  const { space_id, contract, operations, path, thing, draftOf, changesOf, said } = options;
  const queries = useQueryClient();
  const { queryKey } = thingQuery<Value>(space_id, contract, operations.read, path);
  const place = JSON.stringify(queryKey);
  const [edited, setEdited] = useState(
    () => (unsaved.get(place) as Edited<Value, Draft> | undefined) ?? { base: thing, draft: draftOf(thing.value) },
  );
  const [refusal, setRefusal] = useState<Edit<Value, Draft>['refusal']>();
  const [isSaving, setSaving] = useState(false);
  const { base, draft } = edited;
  const isDirty = Object.keys(changesOf(draft, base.value).fields).length > 0;
  if (!isDirty && !isSaving && base !== thing) setEdited({ base: thing, draft: draftOf(thing.value, draft) });

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
    setSaving(true);
    setRefusal(undefined);
    try {
      const changes = changesOf(draft, base.value);
      await makeChange(queries, { space_id, contract, name: operations.change, path, ...changes, etag: base.etag, said: said(draft) });
      const fresh = queries.getQueryData<Thing<Value>>(queryKey) ?? thing;
      // What was typed while the change was on its way stays in the draft, and what others changed meanwhile is no part of it.
      setEdited((now) =>
        now.draft === draft
          ? { base: fresh, draft: draftOf(fresh.value, draft) }
          : { base: withSaved(base, fresh, Object.keys(changes.fields)), draft: now.draft },
      );
      return true;
    } catch (error) {
      setRefusal({ error, sent: draft });
      if (asApiError(error).status === 412) void queries.invalidateQueries({ queryKey });
      return false;
    } finally {
      setSaving(false);
    }
  }

  function discard(): void {
    setEdited({ base: thing, draft: draftOf(thing.value, draft) });
    setRefusal(undefined);
  }

  return {
    saved: base.value,
    draft,
    isDirty,
    isSaving,
    isOutdated: isDirty && !isSaving && base.etag !== thing.etag,
    refusal,
    change: (changed) => setEdited((now) => ({ ...now, draft: changed })),
    discard,
    save,
  };
}

/** Returns the thing that a draft began from, with some fields and the ETag as they are now. */
function withSaved<Value>({ value }: Thing<Value>, now: Thing<Value>, names: readonly string[]): Thing<Value> {
  const saved = now.value as Arguments;
  return { value: { ...value, ...Object.fromEntries(names.map((name) => [name, saved[name]])) }, etag: now.etag };
}
