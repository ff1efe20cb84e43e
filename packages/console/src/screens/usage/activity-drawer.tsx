import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { Dialog } from '../../parts/dialog.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { type ActivityLine, thingPath } from './activity-line.ts';
import { Actor, Outcome } from './activity-table.tsx';

/** Renders one call over the log, with all that it names. */
export function ActivityDrawer({ line, onClose }: { readonly line: ActivityLine; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const facts: readonly (readonly [label: string, value: ReactElement | string])[] = [
    ['Time', <TimeAgo key="time" at={line.created_at} />],
    ['Who', <Actor key="who" line={line} />],
    ['Outcome', <Outcome key="outcome" line={line} />],
    ['Channel', line.channel],
    ...(line.client ? [['Client', line.client.name] as const] : []),
    ...(line.tool ? [['Tool', line.tool] as const] : []),
    ['Duration', `${Math.round(line.duration_ms).toLocaleString('en')} ms`],
    ...(line.key_id ? [['Key or member', <IdText key="key" id={line.key_id} />] as const] : []),
    ['Request', <IdText key="request" id={line.request_id} />],
  ];
  return (
    <Dialog title={line.operation ?? 'A call'} open look="drawer" onClose={onClose}>
      <div className="stack">
        <dl className="activity-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h3>Things</h3>
        {line.resource_ids.length === 0 && <p className="soft">The call names no thing.</p>}
        <ul className="activity-things">
          {line.resource_ids.map((id) => {
            const path = thingPath(id);
            return <li key={id}>{path ? <Link href={spacePath(space.id, path)}>{id}</Link> : <IdText id={id} />}</li>;
          })}
        </ul>
      </div>
    </Dialog>
  );
}
