/** A field of the input that the service refused. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** An answer that is no success: the Problem of the service, or a failure of the connection (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly request_id: string | undefined;
  readonly errors: readonly FieldError[];
  /** Seconds after which the call may be repeated. */
  readonly retry_after: number | undefined;
  /** The id of the thing that has the name or email already. */
  readonly existing_id: string | undefined;

  constructor(
    detail: string,
    facts: {
      status: number;
      code: string;
      request_id?: string;
      errors?: readonly FieldError[];
      retry_after?: number;
      existing_id?: string;
    },
  ) {
    super(detail);
    this.status = facts.status;
    this.code = facts.code;
    this.request_id = facts.request_id;
    this.errors = facts.errors ?? [];
    this.retry_after = facts.retry_after;
    this.existing_id = facts.existing_id;
  }

  /** Reads the Problem of an answer. */
  static async from(response: Response): Promise<ApiError> {
    const body = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
    const request_id = text(body.request_id) ?? response.headers.get('x-request-id') ?? undefined;
    const existing_id = text(body.existing_id);
    const retry_after = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new ApiError(text(body.detail) ?? text(body.title) ?? `The service answered ${response.status}.`, {
      status: response.status,
      code: text(body.code) ?? `http_${response.status}`,
      ...(request_id && { request_id }),
      errors: Array.isArray(body.errors) ? (body.errors as FieldError[]) : [],
      ...(existing_id && { existing_id }),
      ...(Number.isFinite(retry_after) && { retry_after }),
    });
  }
}

/** Returns the ApiError of anything that was thrown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(error instanceof Error ? error.message : String(error), { status: 0, code: 'console_error' });
}
