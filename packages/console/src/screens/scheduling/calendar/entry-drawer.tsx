import { type ReactElement, useState } from 'react';
import { useThing } from '../../../api/use-thing.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { EditEventForm } from './edit-event-form.tsx';
import type { Entry } from './entry.ts';
import { EntryActions } from './entry-actions.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { MoveForm } from './move-form.tsx';
import type { Mover } from './use-move.ts';

/** Props of the drawer: the entry of the list, or the key of an occurrence that the list does not show. */
export interface EntryDrawerProps {
  readonly opened: Entry | string;
  readonly timezone: string;
  readonly mover: Mover;
  readonly onClose: () => void;
}

/** Renders an entry of the calendar over the calendar: its facts, and what can be done with it. */
export function EntryDrawer({ opened, timezone, mover, onClose }: EntryDrawerProps): ReactElement {
  const space = useSpace();
  const [id, starts_at] = typeof opened === 'string' ? (opened.split('@') as [string, string?]) : [opened.id];
  const { data, error, refetch } = useThing<Entry>(space.id, 'calendar', 'get', { id });
  const [part, setPart] = useState<'facts' | 'edit' | 'move'>('facts');
  const entry = typeof opened === 'string' ? data && occurrenceOf(data.value, starts_at) : opened;
  const canWrite = space.scopes.includes('calendar:write');
  return (
    <Dialog title={entry?.title ?? 'Calendar entry'} open look="drawer" onClose={onClose}>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && entry && part === 'facts' && (
        <div className="stack">
          <EntryFacts entry={entry} timezone={timezone} />
          {canWrite && (
            <EntryActions thing={data} entry={entry} onEdit={() => setPart('edit')} onMove={() => setPart('move')} onGone={onClose} />
          )}
        </div>
      )}
      {data && part === 'edit' && <EditEventForm thing={data} onDone={() => setPart('facts')} />}
      {entry && part === 'move' && (
        <MoveForm
          entry={entry}
          timezone={timezone}
          onCancel={() => setPart('facts')}
          onMove={(span) => {
            onClose();
            void mover.request(entry, span);
          }}
        />
      )}
    </Dialog>
  );
}

/** Returns an occurrence of an event by its start; without one the event itself. */
function occurrenceOf(event: Entry, starts_at: string | undefined): Entry {
  const start = Date.parse(starts_at ?? '');
  if (event.rrule === null || event.start_date !== null || Number.isNaN(start)) return event;
  const length = Date.parse(event.ends_at) - Date.parse(event.starts_at);
  return { ...event, starts_at: new Date(start).toISOString(), ends_at: new Date(start + length).toISOString() };
}
