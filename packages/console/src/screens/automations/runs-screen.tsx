import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { SameCall } from '../../parts/same-call.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { oneOf, text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { automationsList } from './automation.ts';
import { Runs } from './runs.tsx';

const states = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
const params = { automation_id: text, status: oneOf(states) };

/** Renders the runs of all automations, or of one, with a filter by state. */
export function RunsScreen({ id }: PathArguments): ReactElement {
  const space = useSpace();
  const [{ automation_id: asked, status }, setParams] = useSearchParams(params);
  const automation_id = id ?? asked;
  const { data } = useQuery(automationsList(space.id));
  const nameOf = (one: string) => data?.data.find((automation) => automation.id === one)?.name ?? one;
  const filter = { ...(automation_id && { automation_id }), ...(status && { status }) };
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <Link href={spacePath(space.id, '/automations')}>Automations</Link> /
      </nav>
      <PageHead title="Automation runs" about={id ? `Of “${nameOf(id)}”.` : 'Every execution of an automation in the last 30 days.'}>
        <SameCall contract="automations" name="search_runs" args={filter} />
      </PageHead>
      <div className="filters">
        <SelectField
          label="State"
          value={status ?? ''}
          choices={[['', 'Every state'], ...states.map((one) => [one, one] as const)]}
          onChoose={(one) => setParams({ status: one === '' ? undefined : one }, { replace: true })}
        />
        {!id && (
          <SelectField
            label="Automation"
            value={automation_id ?? ''}
            choices={[['', 'Every automation'], ...(data?.data ?? []).map((one) => [one.id, one.name] as const)]}
            onChoose={(one) => setParams({ automation_id: one === '' ? undefined : one }, { replace: true })}
          />
        )}
      </div>
      <Runs filter={filter} {...(!id && { nameOf })} />
    </>
  );
}
