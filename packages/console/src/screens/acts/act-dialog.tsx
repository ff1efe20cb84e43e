import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { downloadFile } from '../../api/download.ts';
import type { OperationInput } from '../../api/operation-input.ts';
import { fillPath } from '../../api/request-url.ts';
import { type Arguments, newIdempotencyKey } from '../../api/send.ts';
import { call } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { JsonTree } from '../../parts/json-tree.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { draftOf, emptyDraft } from '../../parts/schema-form/draft.ts';
import { readDraft } from '../../parts/schema-form/draft-value.ts';
import { SchemaForm } from '../../parts/schema-form/schema-form.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import type { Act } from './act.ts';
import { askedSchema, faultsOf } from './act-form.ts';
import { ExistingLink } from './existing-link.tsx';

/** The end of a dialog after its call. */
export type ActEnd = 'close' | 'show' | 'leave';

/** Props of the form of an act. */
export interface ActDialogProps {
  readonly act: Act;
  readonly input: OperationInput;
  /** The parameters that the screen knows, such as the id of its thing. */
  readonly known: Arguments;
  /** The values with which the fields begin. */
  readonly initial?: Arguments;
  readonly etag?: string | undefined;
  /** Makes the call in place of the plain one, such as a change that can be undone. */
  readonly onSend?: (values: Arguments) => Promise<unknown>;
  /** Runs after the call with its answer, and says what the dialog does: it closes, shows the answer, or is left with its screen. */
  readonly onDone: (answer: unknown) => ActEnd;
  readonly onClose: () => void;
}

/** Renders the form of any operation. An act with a scope of kind run asks once more before it is sent. */
export function ActDialog({ act, input, known, initial, etag, onSend, onDone, onClose }: ActDialogProps): ReactElement {
  const space = useSpace();
  const form = useRef<HTMLFormElement>(null);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const schema = askedSchema(input.schema, known);
  const [draft, setDraft] = useState(() => (initial ? draftOf(schema, initial, input.schema) : emptyDraft(schema, input.schema)));
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>();
  const [asks, setAsks] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ readonly value: unknown }>();
  const faults = { ...faultsOf(error), ...found };
  useFocusOnFault(form, faults);
  const isRemoval = act.method === 'DELETE';
  const isOutside = act.scope.endsWith(':run');
  const current = () => readDraft(schema, draft, input.schema);

  async function send(values: Arguments): Promise<void> {
    const args = { ...known, ...values };
    setBusy(true);
    setError(undefined);
    try {
      const given = await withConfirmation(() => {
        if (act.answer === 'file' && act.method === 'GET') return downloadFile(space.id, act.path, args, `${act.name}.txt`);
        if (onSend) return onSend(values);
        const options = { idempotency_key: idempotencyKey, ...(etag !== undefined && { if_match: etag }) };
        return call(space.id, act.contract, act.name, args, options);
      });
      const end = onDone(given);
      if (end === 'close') onClose();
      if (end === 'show') setAnswer({ value: given });
    } catch (failure) {
      setError(failure);
      setAsks(false);
      if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500) setIdempotencyKey(newIdempotencyKey());
    } finally {
      setBusy(false);
    }
  }

  function submit(): void {
    const { value, faults: wrong } = current();
    setFound(wrong);
    const isWrong = Object.keys(wrong).length > 0;
    const mustAsk = (isOutside || isRemoval) && !asks;
    setAsks(!isWrong && mustAsk);
    if (!isWrong && !mustAsk) void send(value as Arguments);
  }

  if (answer)
    return (
      <Dialog title={input.summary} open look="wide" onClose={onClose} isDismissible={!input.confidential}>
        <div className="stack" role="status">
          <p>{input.confidential ? 'Done. What is secret in the answer is shown only now.' : 'Done. This is the answer.'}</p>
          <JsonTree value={answer.value ?? {}} />
          <div className="row end">
            <Button look="primary" onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={input.summary} open look="wide" onClose={onClose}>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) submit();
        }}
      >
        {input.description && <p className="soft">{input.description}</p>}
        <SchemaForm schema={schema} whole={input.schema} draft={draft} faults={faults} onChange={setDraft} />
        {error !== undefined && <ProblemNotice error={error} />}
        <ExistingLink error={error} path={fillPathOf(act, known)} onFollow={onClose} />
        {asks && (
          <p className="notice warn" role="alert">
            {input.no_undo
              ? `There is no way back: ${input.no_undo}.`
              : isOutside
                ? 'This takes effect outside of the console immediately.'
                : 'This removes it.'}{' '}
            Press the button again to go on.
          </p>
        )}
        <div className="row end">
          <SameCall contract={act.contract} name={act.name} args={{ ...known, ...(current().value as Arguments) }} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={isRemoval || asks ? 'danger primary' : 'primary'} disabled={isBusy}>
            {asks
              ? `Yes: ${input.summary.toLowerCase()}`
              : act.method === 'PATCH'
                ? 'Save'
                : act.answer === 'file'
                  ? 'Download'
                  : input.summary}
          </Button>
        </div>
        {act.scope !== '' && (
          <p className="help">
            A key needs the scope <code>{act.scope}</code> for this.
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** Returns the path of the list in which an act creates or changes an entry; undefined while a parameter of it is not known. */
function fillPathOf({ method, path }: Act, known: Arguments): string | undefined {
  const list = method === 'POST' ? path : path.slice(0, path.lastIndexOf('/'));
  return [...list.matchAll(/:([a-z_]+)/g)].every(([, name]) => known[name!] !== undefined) ? fillPath(list, known) : undefined;
}

/** Puts the focus on the first field that is wrong, each time the faults change. */
function useFocusOnFault(form: RefObject<HTMLFormElement | null>, faults: Readonly<Record<string, string>>): void {
  const paths = Object.keys(faults).join(' ');
  useEffect(() => {
    if (paths !== '') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [paths, form]);
}
