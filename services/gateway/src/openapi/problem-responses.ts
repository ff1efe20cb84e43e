import { type Operation, type ProblemCode, pathParameters, problems, type Route } from '@space/contracts/core';

type Responses = Record<string, unknown>;

/** Returns the problem codes of an operation in the order of the table: the common codes, those of its shape, and its own. */
export function problemCodesOf(operation: Operation, { method, path }: Route): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    'invalid',
    'unauthorized',
    ...(operation.any_key || operation.audience !== undefined ? [] : (['missing_scope'] as const)),
    'not_acceptable',
    'limited',
    'headers_too_large',
    'internal',
    'unavailable',
    'timeout',
    ...(operation.problems ?? []),
  ]);
  if (pathParameters(path).length > 0) codes.add('not_found');
  if (method !== 'GET') for (const code of ['too_large', 'unsupported_media_type'] as const) codes.add(code);
  if (method === 'POST') for (const code of ['conflict', 'idempotency_mismatch'] as const) codes.add(code);
  if (operation.content) codes.add('range_not_satisfiable');
  if (operation.versioned && method !== 'GET') codes.add('precondition_failed');
  return (Object.keys(problems) as ProblemCode[]).filter((code) => codes.has(code));
}

/** Returns the error responses of an operation by status, as references to shared responses. */
export function problemResponses(codes: readonly ProblemCode[]): Responses {
  return Object.fromEntries(
    byStatus(codes).map(([status, group]) => [String(status), { $ref: `#/components/responses/${nameOf(group)}` }]),
  );
}

/** Returns the shared error responses of these sets of codes by name. */
export function sharedProblemResponses(sets: readonly (readonly ProblemCode[])[], baseUrl: string): Responses {
  const named = sets.flatMap(byStatus).map(([status, group]) => [nameOf(group), responseOf(status, group, baseUrl)] as const);
  return Object.fromEntries(new Map(named.sort(([a], [b]) => a.localeCompare(b))));
}

const byStatus = (codes: readonly ProblemCode[]) => [...Map.groupBy(codes, (code) => problems[code].status)].sort(([a], [b]) => a - b);

const nameOf = (codes: readonly ProblemCode[]): string =>
  codes.map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('Or');

function responseOf(status: number, codes: readonly ProblemCode[], baseUrl: string) {
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('; '),
    headers: headersOf(status),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, baseUrl) }])),
      },
    },
  };
}

function headersOf(status: number): Record<string, unknown> {
  const names = [
    'X-Request-Id',
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const exampleOf = (code: ProblemCode, baseUrl: string) => ({
  type: `${baseUrl}/docs/problems#${code}`,
  title: problems[code].title,
  status: problems[code].status,
  detail: details[code] ?? `${problems[code].title}.`,
  code,
  request_id: '3f0c0b6e-6f1f-4b8e-9a55-0d8a2f9d7c11',
});

const details: Partial<Record<ProblemCode, string>> = {
  invalid: 'limit: must be at most 200.',
  unauthorized: 'Invalid Space API key',
  missing_scope: 'This key lacks the scope contacts:write; use a key of this Space that has it.',
  not_found: 'There is no contact "con_01jd0000000000000000000000" in this Space.',
  not_acceptable: 'This answer is application/json, which Accept: text/html excludes; leave Accept out or add application/json.',
  limited: 'This key makes too many requests; try again in a second.',
};
