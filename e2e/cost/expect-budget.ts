import { expect } from '@jest/globals';
import { profile } from '../profile.ts';
import { budgetOf } from './budgets.ts';
import { slowness } from './machine-speed.ts';
import { type Measured, measure } from './process-cost.ts';
import { type RawRequest, type RawResponse, send } from './send.ts';

/** Sends a request and fails when it costs more than the budget of its kind, or when the process does not answer it. */
export async function expectWithinBudget(kind: string, request: RawRequest, label = kind): Promise<RawResponse> {
  const measured = await measureAgain(kind, await measure(() => send(request)), request);
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
async function measureAgain(kind: string, first: Measured<RawResponse>, request: RawRequest): Promise<Measured<RawResponse>> {
  let measured = first;
  for (let times = 0; times < 2 && Object.keys(excessOf(kind, measured)).length > 0; times++) {
    const again = await measure(() => send(request));
    if (again.result.status !== first.result.status) break;
    measured = again;
  }
  return measured;
}

/** Returns the costs that exceed the budget of a kind, whose CPU time is that of the reference machine. */
function excessOf(kind: string, { result, cpu_ms, database_cpu_ms, memory_mb }: Measured<RawResponse>): Readonly<Record<string, number>> {
  const budget = budgetOf(kind);
  const above = (costs: Readonly<Record<string, number>>, factor: number) =>
    Object.fromEntries(Object.entries(costs).filter(([name, value]) => value > budget[name as keyof typeof budget] * factor));
  const times = { cpu_ms, database_cpu_ms };
  return {
    ...above({ memory_mb: Math.round(memory_mb), answer_bytes: result.bytes }, 1),
    ...(Object.keys(above(times, 1)).length > 0 && above(times, slowness())),
  };
}

/** Fails when a cost exceeds the budget of its kind. */
const expectCost = (kind: string, measured: Measured<RawResponse>, label: string): void =>
  expect({ label, over: excessOf(kind, measured), budget: budgetOf(kind) }).toEqual({ label, over: {}, budget: budgetOf(kind) });
