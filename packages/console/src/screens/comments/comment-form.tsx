import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import type { Draft } from './draft.ts';

/** Props of the form of a comment; a form with `onCancel` was opened, so that it takes the focus. */
export interface CommentFormProps {
  readonly label: string;
  readonly action: string;
  readonly initial?: string;
  /** Has what was typed after the form is gone, until it is sent or left. */
  readonly draft?: Draft;
  readonly onSend: (body: string, idempotency_key: string) => Promise<unknown>;
  readonly onCancel?: () => void;
}

/** Renders the form of a comment. Ctrl and Enter send it, Escape leaves a form that was opened. */
export function CommentForm({ label, action, initial = '', draft, onSend, onCancel }: CommentFormProps): ReactElement {
  const [body, setBody] = useState(draft?.read() ?? initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const { error, isBusy, run } = useFormCall();
  const isOpened = onCancel !== undefined;
  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);
  const canSend = body.trim() !== '' && !isBusy;
  async function send(): Promise<void> {
    const isSent = await run((idempotency_key) => onSend(body, idempotency_key));
    if (isSent && draft?.read() === body) draft.write('');
    // What was typed meanwhile is the next comment.
    if (isSent) setBody((now) => (now === body ? '' : now));
  }
  function cancel(): void {
    draft?.write('');
    onCancel?.();
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) void send();
      }}
    >
      <textarea
        ref={field}
        className="input"
        aria-label={label}
        rows={3}
        maxLength={4_000}
        value={body}
        onChange={({ target }) => {
          setBody(target.value);
          draft?.write(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            // As the button does, so that the page knows that the form is sent.
            event.currentTarget.form?.requestSubmit();
          }
          if (event.key !== 'Escape' || !onCancel) return;
          // The dialog around the form stays open.
          event.stopPropagation();
          cancel();
        }}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        {onCancel && <Button onClick={cancel}>Cancel</Button>}
        <Button type="submit" look="primary" disabled={!canSend}>
          {action}
        </Button>
      </div>
    </form>
  );
}
