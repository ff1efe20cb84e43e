import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import type { Automation } from './automation.ts';
import { payloadNames, payloadOf } from './payload.ts';
import { PayloadFields } from './payload-fields.tsx';

type RunArguments = Parameters<SpaceClient['automations']['run']>[0];

/** Renders the form that runs an automation by hand with a payload. It leads to the run. */
export function RunDialog({ automation, onClose }: { readonly automation: Automation; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const [, navigate] = useLocation();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [more, setMore] = useState('');
  const { error, isBusy, run } = useFormCall();
  const names = payloadNames(automation.actions);
  const further = furtherPayload(more);
  const payload = { ...payloadOf(texts), ...further };
  const args = { id: automation.id, ...(Object.keys(payload).length > 0 && { payload }) };

  const start = () =>
    run(async (idempotency_key) => {
      const { run_id } = await spaceClient(space.id).automations.run(args as RunArguments, { idempotency_key });
      navigate(spacePath(space.id, `/automations/${automation.id}/runs/${run_id}`));
    });

  return (
    <Dialog title={`Run “${automation.name}”`} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && further) void start();
        }}
      >
        <p>The steps take effect. Cancelling the run stops those that follow, and undoes none.</p>
        <PayloadFields names={names} texts={texts} onChange={setTexts} />
        <TextField
          label="Further payload as JSON"
          placeholder={'{"note": "By hand"}'}
          help="Steps read it by merge tags such as {{payload.note}}."
          fault={further ? undefined : 'This must be a JSON object, such as {"note": "By hand"}.'}
          value={more}
          onChange={(event) => setMore(event.target.value)}
        />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <SameCall contract="automations" name="run" args={args} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || !further}>
            Run it now
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the JSON object of a text; an empty one for no text, and undefined for any other text. */
function furtherPayload(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
