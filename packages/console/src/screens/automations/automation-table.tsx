import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { eventTypes } from '../../made/event-types.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { type Automation, triggerText } from './automation.ts';

/** Renders automations with their state, what starts them and their steps. */
export function AutomationTable({ automations }: { readonly automations: readonly Automation[] }): ReactElement {
  const space = useSpace();
  const labels = Object.fromEntries(eventTypes.map(({ type, label }) => [type, label]));
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Starts</th>
            <th scope="col" className="end">
              Steps
            </th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {automations.map(({ id, name, enabled, trigger, actions, updated_at }) => (
            <tr key={id} data-ended={enabled ? undefined : ''}>
              <td className="first">
                <Link href={spacePath(space.id, `/automations/${id}`)} className="cut">
                  {name}
                </Link>
              </td>
              <td data-label="State">
                <StateBadge state={enabled ? 'enabled' : 'off'} />
              </td>
              <td data-label="Starts">{triggerText(trigger, labels)}</td>
              <td data-label="Steps" className="end number">
                {actions.length}
              </td>
              <td data-label="Changed">
                <TimeAgo at={updated_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
