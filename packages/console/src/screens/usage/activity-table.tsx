import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { canOpen } from '../../shell/navigation.ts';
import { useSpace } from '../../shell/session.tsx';
import { type ActivityLine, actorPath, thingOf, thingPath } from './activity-line.ts';

/** Renders the actor of a call with its kind; the name leads to its screen, if the person can open that. */
export function Actor({ line: { actor } }: { readonly line: ActivityLine }): ReactElement {
  const space = useSpace();
  const path = actorPath(actor);
  const isShown = path && (!/^\/settings\/(?:keys|agents)/.test(path) || canOpen(space, path, 'admin'));
  return (
    <span className="cut">
      {isShown ? <Link href={spacePath(space.id, path)}>{actor.name}</Link> : actor.name}{' '}
      <span className="soft">{actor.kind.replaceAll('_', ' ')}</span>
    </span>
  );
}

/** Renders whether a call was done or refused, as a word, a shape and a colour. */
export const Outcome = ({ line: { outcome, dry_run } }: { readonly line: ActivityLine }): ReactElement => (
  <>
    <span className={`badge ${outcome === 'ok' ? 'good' : 'bad'}`}>
      <span aria-hidden="true">{outcome === 'ok' ? '✓' : '✕'}</span>
      {outcome === 'ok' ? 'done' : outcome.replaceAll('_', ' ')}
    </span>
    {dry_run && <span className="soft"> dry run</span>}
  </>
);

/** Renders calls of the activity log; the operation of one opens it over the log. */
export function ActivityTable({
  lines,
  onOpen,
}: {
  readonly lines: readonly ActivityLine[];
  readonly onOpen: (line: ActivityLine) => void;
}): ReactElement {
  return (
    <div className="table-box cards">
      <table className="table activity">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Time</th>
            <th scope="col">Who</th>
            <th scope="col">Thing</th>
            <th scope="col">Outcome</th>
            <th scope="col">Channel</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className="first">
                <button type="button" className="activity-open cut" onClick={() => onOpen(line)}>
                  {line.operation ?? line.tool ?? 'an unknown call'}
                </button>
              </td>
              <td data-label="Time">
                <TimeAgo at={line.created_at} />
              </td>
              <td data-label="Who">
                <Actor line={line} />
              </td>
              <td data-label="Thing">
                <Thing line={line} />
              </td>
              <td data-label="Outcome">
                <Outcome line={line} />
              </td>
              <td data-label="Channel">{line.channel}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Thing({ line }: { readonly line: ActivityLine }): ReactElement {
  const space = useSpace();
  const id = thingOf(line);
  if (id === undefined) return <span className="soft">–</span>;
  const path = thingPath(id);
  return <span className="cut mono">{path ? <Link href={spacePath(space.id, path)}>{id}</Link> : id}</span>;
}
