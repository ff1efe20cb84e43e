import type { ReactElement } from 'react';
import { asApiError } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { IdText } from './id-text.tsx';

/** Renders a failure as an alert: the sentence of the service, its code and the id of the request, with a way to retry. */
export function ProblemNotice({ error, onRetry }: { readonly error: unknown; readonly onRetry?: (() => void) | undefined }): ReactElement {
  const { message, code, request_id, errors } = asApiError(error);
  return (
    <div role="alert" className="notice bad">
      <p className="title">{message}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ path, message: fault }) => (
            <li key={path}>
              <code>{path}</code> {fault}
            </li>
          ))}
        </ul>
      )}
      <div className="row soft">
        <code>{code}</code>
        {request_id && <IdText id={request_id} label="Copy the id of the request" />}
        {onRetry && (
          <Button small onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
