import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Choices, TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { absoluteTime } from '../../parts/relative-time.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { useSignedIn, useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { type Expiry, expiresAt, expiries } from './expiry.ts';
import { keyReach } from './key-reach.ts';
import { Matrix } from './matrix.tsx';
import type { NewKey } from './new-key.tsx';
import { type Preset, presetOf, presetScopes } from './scope-matrix.ts';
import { ToolsPreview } from './tools-preview.tsx';

/** Props of the form: it hands on the key that it created. */
export interface CreateKeyFormProps {
  readonly onCreated: (created: NewKey) => void;
  readonly onCancel: () => void;
}

type Settings = ReturnType<typeof spaceClient>['settings'];
type CreateKey = NonNullable<Parameters<Settings['create_key']>[0]>;

const presets: readonly (readonly [Preset, string])[] = [
  ['reads', 'Reads everything'],
  ['writes', 'Reads and writes'],
  ['everything', 'Everything'],
  ['nothing', 'Nothing'],
];

const expiryLabels: Readonly<Record<Expiry, string>> = { 30: '30 days', 90: '90 days', 365: '1 year', never: 'Never' };

/** Renders the form of a new key: its name, scopes, end, tools and agent. */
export function CreateKeyForm({ onCreated, onCancel }: CreateKeyFormProps): ReactElement {
  const space = useSpace();
  const { person } = useSignedIn();
  const [now] = useState(() => new Date());
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState(() => presetScopes('reads', space.scopes));
  const [expiry, setExpiry] = useState<Expiry>('90');
  const [catalogMode, setCatalogMode] = useState<'every' | 'everyday'>('every');
  const [approval, setApproval] = useState<'none' | 'destructive' | 'writes'>('none');
  const [agentId, setAgentId] = useState('');
  const { error, isBusy, faultOf, run } = useFormCall();
  const agents = useQuery({
    queryKey: ['space', space.id, 'agents', 'choices'],
    queryFn: () => spaceClient(space.id).settings.list_agents(),
  });
  const reach = keyReach(scopes);
  const end = expiresAt(expiry, now);

  const create = () =>
    run(async (idempotency_key) => {
      const args = {
        name: name.trim() === '' ? undefined : name.trim(),
        scopes,
        catalog_mode: catalogMode,
        approval,
        ...(end && { expires_at: end }),
        ...(agentId !== '' && { agent_id: agentId }),
      } as unknown as CreateKey;
      const create_key = () => spaceClient(space.id).settings.create_key(args, { idempotency_key });
      onCreated((await withConfirmation(create_key)) as NewKey);
    });

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && scopes.length > 0) void create();
      }}
    >
      <TextField
        label="Name"
        placeholder="API key"
        maxLength={200}
        help="To recognise the key by, such as the program that gets it"
        fault={faultOf('name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="field">
        <legend className="label">What the key may do</legend>
        <div className="choices">
          {presets.map(([preset, label]) => (
            <Button
              key={preset}
              small
              aria-pressed={presetOf(scopes, space.scopes) === preset}
              onClick={() => setScopes(presetScopes(preset, space.scopes))}
            >
              {label}
            </Button>
          ))}
        </div>
        <p className="help" role="status">
          {scopes.length === 0
            ? 'Choose at least one scope.'
            : `${scopes.length} scopes: the key reaches ${reach.operations} operations and ${reach.tools} MCP tools.`}
        </p>
      </fieldset>
      <Matrix own={space.scopes} chosen={scopes} onChoose={setScopes} />
      <Choices
        legend="Ends after"
        name="expiry"
        value={expiry}
        choices={expiries.map((one) => [one, expiryLabels[one]] as const)}
        onChoose={setExpiry}
        help={
          end ? `On ${absoluteTime(new Date(end), person.timezone)}. From then on requests get 401.` : 'The key works until it is revoked.'
        }
      />
      <Choices
        legend="MCP tools that it lists"
        name="catalog"
        value={catalogMode}
        choices={[
          ['every', 'Every tool'],
          ['everyday', 'Everyday tools'],
        ]}
        onChoose={setCatalogMode}
        help="Everyday lists fewer tools, which leaves an agent more room; it finds the others by search."
      />
      <ToolsPreview scopes={scopes} catalogMode={catalogMode} />
      <Choices
        legend="MCP calls that a person must approve first"
        name="approval"
        value={approval}
        choices={[
          ['none', 'None'],
          ['destructive', 'Destructive ones'],
          ['writes', 'All that change something'],
        ]}
        onChoose={setApproval}
      />
      {agents.data && agents.data.data.length > 0 && (
        <SelectField
          label="Agent"
          value={agentId}
          choices={[['', 'No agent: a key of the Space'], ...agents.data.data.map((agent) => [agent.id, agent.name] as const)]}
          onChoose={setAgentId}
        />
      )}
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy || scopes.length === 0}>
          Create the key
        </Button>
      </div>
    </form>
  );
}
