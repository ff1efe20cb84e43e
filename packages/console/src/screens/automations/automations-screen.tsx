import './automations.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { newIdempotencyKey } from '../../api/send.ts';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { automationsList, automationsQuery } from './automation.ts';
import { AutomationEditor } from './automation-editor.tsx';
import { AutomationTable } from './automation-table.tsx';
import type { PlanFields } from './plan-draft.ts';
import { recipeFields, recipes } from './recipes.ts';

const params = { new: text };

type NewAutomation = Parameters<SpaceClient['automations']['create']>[0];

/** Renders the automations of a Space; with `?new=` the editor of a new one, empty or from a recipe. */
export function AutomationsScreen(): ReactElement {
  const [{ new: recipe }] = useSearchParams(params);
  return recipe === undefined ? <AutomationsList /> : <NewAutomationScreen key={recipe} recipe={recipe} />;
}

function AutomationsList(): ReactElement {
  const space = useSpace();
  const [, setParams] = useSearchParams(params);
  const { data, error, refetch } = useQuery(automationsList(space.id));
  const mayWrite = space.scopes.includes('automations:write');
  return (
    <>
      <PageHead title="Automations" about="An event, or a person, starts a sequence of operations.">
        <SameCall contract="automations" name="list" />
        <Link href={spacePath(space.id, '/automation-runs')} className={buttonClass(undefined)}>
          All runs
        </Link>
        {mayWrite && (
          <Button look="primary" onClick={() => setParams({ new: 'blank' })}>
            <Plus size={16} aria-hidden="true" />
            New automation
          </Button>
        )}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data?.data.length === 0 && (
        <EmptyState sentence="No automation yet. An automation runs operations when something happens in the Space.">
          {mayWrite && (
            <ul className="recipes">
              {recipes.map(({ id, title, about }) => (
                <li key={id} className="card">
                  <div>
                    <h2>{title}</h2>
                    <p className="soft">{about}</p>
                  </div>
                  <Button aria-label={`Use this: ${title}`} onClick={() => setParams({ new: id })}>
                    Use this
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <SameCall contract="automations" name="create" args={{ ...recipes[0]!.fields }} />
        </EmptyState>
      )}
      {data && data.data.length > 0 && <AutomationTable automations={data.data} />}
    </>
  );
}

function NewAutomationScreen({ recipe }: { readonly recipe: string }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [fields] = useState(() => recipeFields(recipe));
  const [keys, setKeys] = useState({ text: '', key: newIdempotencyKey() });
  async function create(made: PlanFields): Promise<void> {
    const written = JSON.stringify(made);
    const key = keys.text === written || keys.text === '' ? keys.key : newIdempotencyKey();
    setKeys({ text: written, key });
    const { id } = await spaceClient(space.id).automations.create(made as unknown as NewAutomation, { idempotency_key: key });
    await queries.invalidateQueries({ queryKey: automationsQuery(space.id) });
    navigate(spacePath(space.id, `/automations/${id}`), { replace: true });
    sayDone(`“${made.name}” is created and enabled.`);
  }
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <Link href={spacePath(space.id, '/automations')}>Automations</Link> /
      </nav>
      <PageHead title="New automation" />
      <AutomationEditor fields={fields} action="Create the automation" onSave={create} />
    </>
  );
}
