import { expect } from '@jest/globals';
import { profile } from '../profile.ts';
import { type Budget, budgetOf } from './budgets.ts';
import { slowness } from './machine-speed.ts';
import { type Measured, measure } from './process-cost.ts';
import { type RawRequest, type RawResponse, send } from './send.ts';

/**
 * Sends a request and fails when it costs more than the budget of its kind, or when the process does not answer it. `repeat` returns the
 * request of a repetition, for one that works once.
 */
export async function expectWithinBudget(
  kind: string,
  request: RawRequest,
  label = kind,
  repeat = async (): Promise<RawRequest> => request,
): Promise<RawResponse> {
  const measured = await measureAgain(kind, await measure(() => send(request)), repeat);
  expectCost(kind, measured, label);
  const { status } = measured.result;
  // A body that is refused early may end with a closed connection before its sender reads the answer.
  const is_alive = status > 0 || (await send({ method: 'GET', url: `${profile.public_url}/robots.txt` })).status === 200;
  expect({ label, is_alive, is_internal: status === 500 }).toEqual({ label, is_alive: true, is_internal: false });
  return measured.result;
}

/**
 * Measures a request that exceeds its budget again, up to twice: a collection of garbage or work of Postgres in the background may
 * have fallen into the measurement. A repetition with another status is another case, so the first measurement stays.
 */
async function measureAgain(kind: string, first: Measured<RawResponse>, repeat: () => Promise<RawRequest>): Promise<Measured<RawResponse>> {
  let measured = first;
  for (let times = 0; times < 2 && Object.keys(excessOf(kind, measured)).length > 0; times++) {
    const request = await repeat();
    const again = await measure(() => send(request));
    if (again.result.status !== first.result.status) break;
    measured = again;
  }
  return measured;
}

/** Returns the costs of a request by their names in a budget. */
export const costsOf = ({ result, cpu_ms, database_cpu_ms, memory_mb }: Measured<RawResponse>): Budget => ({
  cpu_ms,
  database_cpu_ms,
  memory_mb: Math.round(memory_mb),
  answer_bytes: result.bytes,
});

/** Returns each cost as a share of its budget, whose CPU time is that of the reference machine; a share above 1 exceeds it. */
export function sharesOf(kind: string, costs: Budget): Budget {
  const budget = budgetOf(kind);
  const [cpu_ms, database_cpu_ms] = [costs.cpu_ms / budget.cpu_ms, costs.database_cpu_ms / budget.database_cpu_ms];
  const factor = Math.max(cpu_ms, database_cpu_ms) > 1 ? slowness() : 1;
  const onReference = (share: number) => (share > 1 ? Math.max(1, share / factor) : share);
  return {
    cpu_ms: onReference(cpu_ms),
    database_cpu_ms: onReference(database_cpu_ms),
    memory_mb: costs.memory_mb / budget.memory_mb,
    answer_bytes: costs.answer_bytes / budget.answer_bytes,
  };
}

/** Returns the costs that exceed the budget of a kind. */
function excessOf(kind: string, measured: Measured<RawResponse>): Readonly<Record<string, number>> {
  const costs = costsOf(measured);
  const shares = sharesOf(kind, costs);
  return Object.fromEntries(Object.entries(costs).filter(([name]) => shares[name as keyof Budget] > 1));
}

/** Fails when a cost exceeds the budget of its kind. */
const expectCost = (kind: string, measured: Measured<RawResponse>, label: string): void =>
  expect({ label, over: excessOf(kind, measured), budget: budgetOf(kind) }).toEqual({ label, over: {}, budget: budgetOf(kind) });
