import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../api/send.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { type Thing, thingQuery } from '../../../api/use-thing.ts';
import { sayDone, sayFailed } from '../../../parts/toast.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { calendarKey } from './calendar-query.ts';
import { dayAndTime, type Entry, isSameSpan, keyOf, type Span, spanOf } from './entry.ts';
import { copyOf, moveOnce, moveSeries, skipOccurrence } from './move.ts';

/** An entry with the time that it is to have. */
export interface Move {
  readonly entry: Entry;
  readonly span: Span;
}

/** The moves of entries of the calendar. */
export interface Mover {
  /** The move that the pointer or the keyboard makes now; it is not saved yet. */
  readonly draft: Move | undefined;
  readonly setDraft: (draft: Move | undefined) => void;
  /** The move of an occurrence for which the member chooses: this one, or all. */
  readonly asked: Move | undefined;
  readonly setAsked: (asked: Move | undefined) => void;
  /** The move that is being saved; the entry is shown at its new time. */
  readonly saving: Move | undefined;
  /** Moves an entry; for a recurring one it asks first. */
  readonly request: (entry: Entry, span: Span) => Promise<void>;
  readonly moveAll: (move: Move) => Promise<void>;
  readonly moveOne: (move: Move) => Promise<void>;
}

/** Returns how entries are moved. Every move can be undone. */
export function useMove(timezone: string): Mover {
  const space = useSpace();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Move>();
  const [asked, setAsked] = useState<Move>();
  const [saving, setSaving] = useState<Move>();
  const calendar = spaceClient(space.id).calendar;
  const reread = () => queries.invalidateQueries({ queryKey: calendarKey(space.id) });
  const read = (id: string): Promise<Thing<Entry>> =>
    queries.fetchQuery({ ...thingQuery<Entry>(space.id, 'calendar', 'get', { id }), staleTime: 0 });
  const movedText = ({ entry, span }: Move) => `“${entry.title}” is moved to ${dayAndTime(span, timezone)}.`;

  async function save(move: Move, run: () => Promise<unknown>): Promise<void> {
    setDraft(undefined);
    setAsked(undefined);
    setSaving(move);
    try {
      await run();
    } catch (failure) {
      sayFailed(failure);
      await reread();
    } finally {
      setSaving(undefined);
      focusEntry(move);
    }
  }

  const moveAll = (move: Move): Promise<void> =>
    save(move, async () => {
      const { entry, span } = move;
      const { value, etag } = await read(entry.id);
      const change = value.rrule === null ? moveOnce(value, span) : moveSeries(value, entry, span);
      if (!change) throw new Error('The rule of this series cannot move to another day. Move this occurrence only.');
      await makeChange(queries, {
        space_id: space.id,
        contract: 'calendar',
        name: 'update',
        path: { id: entry.id },
        ...change,
        etag,
        said: movedText(move),
      });
    });

  const moveOne = (move: Move): Promise<void> =>
    save(move, async () => {
      const { entry, span } = move;
      const { value, etag } = await read(entry.id);
      const { fields, before } = skipOccurrence(value, entry);
      const copy = await calendar.create(copyOf(entry, span), { idempotency_key: newIdempotencyKey() });
      try {
        await calendar.update({ id: entry.id, ...fields }, { ...(etag !== undefined && { if_match: etag }) });
      } catch (failure) {
        await calendar.delete({ id: copy.id });
        throw failure;
      }
      await reread();
      const undo = async () => {
        await calendar.update({ id: entry.id, ...before });
        await calendar.delete({ id: copy.id });
        await reread();
      };
      pushUndo({ said: movedText(move), undo });
      sayDone(movedText(move), 'The other occurrences stay.');
    });

  async function request(entry: Entry, span: Span): Promise<void> {
    setDraft(undefined);
    if (isSameSpan(span, spanOf(entry))) return;
    if (entry.rrule === null) await moveAll({ entry, span });
    else setAsked({ entry, span });
  }
  return { draft, setDraft, asked, setAsked, saving, request, moveAll, moveOne };
}

/** Gives the focus back to an entry that has moved, if nothing else has it. */
function focusEntry({ entry, span }: Move): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const moved = span.kind === 'times' ? keyOf({ id: entry.id, starts_at: new Date(span.start).toISOString() }) : undefined;
    const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')];
    (
      entries.find(({ dataset }) => dataset.entry === moved) ?? entries.find(({ dataset }) => dataset.entry?.startsWith(`${entry.id}@`))
    )?.focus();
  });
}
