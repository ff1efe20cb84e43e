import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { dayAndTime } from './entry.ts';
import { moveSeries, occurrenceDay, ruleText } from './move.ts';
import type { Move, Mover } from './use-move.ts';

/** Renders the question whether a move is for one occurrence of a series or for all. */
export function SeriesDialog({
  mover,
  move,
  timezone,
}: {
  readonly mover: Mover;
  readonly move: Move;
  readonly timezone: string;
}): ReactElement {
  const { entry, span } = move;
  const canMoveAll = moveSeries(entry, entry, span) !== undefined;
  return (
    <Dialog title={`Move “${entry.title}”`} open onClose={() => mover.setAsked(undefined)}>
      <div className="stack">
        <p>
          It repeats: {ruleText(entry.rrule!, occurrenceDay(entry))}. The new time is {dayAndTime(span, timezone)}.
        </p>
        <p className="soft">
          {canMoveAll
            ? 'Moving this one makes an event of its own, and the series leaves out the day.'
            : 'The rule of this series names days of a month, so only this one can go to another day.'}
        </p>
        <div className="row end">
          <Button onClick={() => mover.setAsked(undefined)}>Cancel</Button>
          {canMoveAll && <Button onClick={() => void mover.moveAll(move)}>Move all</Button>}
          <Button look="primary" onClick={() => void mover.moveOne(move)}>
            Move this one
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
