import './automations.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Arguments } from '../../api/send.ts';
import { spaceClient } from '../../api/space-client.ts';
import { useThing } from '../../api/use-thing.ts';
import { routes } from '../../made/routes.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { isSame } from '../../parts/schema-form/changed.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { makeChange } from '../../shell/change.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { type Automation, automationsQuery } from './automation.ts';
import { AutomationEditor } from './automation-editor.tsx';
import { changedPlan, type PlanFields } from './plan-draft.ts';
import { RunDialog } from './run-dialog.tsx';
import { Runs } from './runs.tsx';

/** Renders one automation: its state, its editor and its runs. */
export function AutomationScreen({ id = '' }: PathArguments): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useThing<Automation>(space.id, 'automations', 'get', { id });
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <Link href={spacePath(space.id, '/automations')}>Automations</Link> /
      </nav>
      {data || error ? (
        <PageHead title={data?.value.name ?? 'Automation'} about={data && <StateBadge state={data.value.enabled ? 'enabled' : 'off'} />}>
          <SameCall contract="automations" name="get" args={{ id }} />
          {data && <AutomationActs automation={data.value} etag={data.etag} />}
        </PageHead>
      ) : (
        <h1 className="hidden-text">Automation</h1>
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && (
        <>
          <SavedEditor automation={data.value} etag={data.etag} />
          <section className="stack" aria-label="Runs">
            <h2>Runs</h2>
            <Runs filter={{ automation_id: id }} />
          </section>
        </>
      )}
    </>
  );
}

interface Loaded {
  readonly automation: Automation;
  readonly etag: string | undefined;
}

/** Renders the editor of an automation that exists. A version that someone else saved replaces it only when nothing was typed. */
function SavedEditor({ automation, etag }: Loaded): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const latest = useRef<PlanFields>(undefined);
  const [base, setBase] = useState<Loaded>({ automation, etag });
  const [isSaving, setSaving] = useState(false);
  const before = planOf(base.automation);
  const isCurrent = isSame(before, planOf(automation));
  const isTyped = !isSaving && latest.current !== undefined && !isSame(latest.current, before);
  const adopt = () => setBase({ automation, etag });
  // The ETag also changes when the automation is enabled or disabled, which the editor does not show.
  if (isCurrent ? base.etag !== etag : !isTyped) adopt();
  if (!space.scopes.includes('automations:write')) return <p className="notice">Your role reads automations and does not change them.</p>;
  async function save(after: PlanFields): Promise<void> {
    const changed: Arguments = changedPlan(before, after);
    if (Object.keys(changed).length === 0) return sayDone('Nothing has changed.');
    // The automation holds the scopes that its steps need, and no more.
    const fields = changed.actions ? { ...changed, scopes: scopesOf(after.actions) } : changed;
    const old: Arguments = { ...before, scopes: automation.scopes };
    setSaving(true);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'automations',
        name: 'update',
        path: { id: automation.id },
        fields,
        before: Object.fromEntries(Object.keys(fields).map((key) => [key, old[key]])),
        etag: base.etag,
        said: `“${after.name}” is saved.`,
      });
    } finally {
      setSaving(false);
    }
  }
  return (
    <>
      {!isCurrent && isTyped && (
        <div className="notice warn" role="alert">
          <p>Someone saved another version in the meantime. Your text is not saved.</p>
          <div>
            <Button small onClick={adopt}>
              Show their version and drop mine
            </Button>
          </div>
        </div>
      )}
      <AutomationEditor key={JSON.stringify(before)} id={automation.id} fields={before} latest={latest} action="Save" onSave={save} />
    </>
  );
}

const planOf = ({ name, description, trigger, actions }: Automation): PlanFields => ({ name, description, trigger, actions });

/** Returns the scopes that steps need, each once. */
const scopesOf = (actions: PlanFields['actions']): readonly string[] => [
  ...new Set(
    actions.flatMap(({ operation }) => {
      const [contract = '', name = ''] = operation.split('.');
      return routes[contract]?.[name]?.[2] ?? [];
    }),
  ),
];

/** Renders what can be done with an automation: run it, enable or disable it, and delete it. */
function AutomationActs({ automation, etag }: Loaded): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<'run' | 'delete'>();
  const { id, name, enabled } = automation;
  const mayWrite = space.scopes.includes('automations:write');
  const close = () => setOpened(undefined);
  const toggle = () =>
    makeChange(queries, {
      space_id: space.id,
      contract: 'automations',
      name: 'update',
      path: { id },
      fields: { enabled: !enabled },
      before: { enabled },
      etag,
      said: enabled ? `“${name}” is off.` : `“${name}” is enabled.`,
    }).catch(sayFailed);
  async function remove(): Promise<void> {
    await spaceClient(space.id).automations.delete({ id }, { ...(etag !== undefined && { if_match: etag }) });
    navigate(spacePath(space.id, '/automations'), { replace: true });
    await queries.invalidateQueries({ queryKey: [...automationsQuery(space.id), 'list'] });
    sayDone(`“${name}” is deleted.`);
  }
  return (
    <>
      {space.scopes.includes('automations:run') && enabled && (
        <Button look="primary" onClick={() => setOpened('run')}>
          Run by hand
        </Button>
      )}
      {mayWrite && <Button onClick={() => void toggle()}>{enabled ? 'Turn off' : 'Enable'}</Button>}
      {mayWrite && (
        <Button look="danger" onClick={() => setOpened('delete')}>
          Delete
        </Button>
      )}
      {opened === 'run' && <RunDialog automation={automation} onClose={close} />}
      {opened === 'delete' && (
        <ConfirmDialog title="Delete this automation?" action="Delete the automation" typed={name} onConfirm={remove} onClose={close}>
          <p>Its runs and their logs go with it. There is no way back.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
