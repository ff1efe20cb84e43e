import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { createFixtures, validInput } from '../surface/fixtures.ts';
import type { Arguments, Routed } from '../surface/operations.ts';
import { operatorArguments } from '../surface/operator-arguments.ts';

/** A caller of an operation and valid arguments. */
export interface CostFixtures {
  /** The holder of the key, or of the operator token, that calls the operation. */
  readonly space: Pick<TestSpace, 'api_key'>;
  readonly args: Arguments;
}

/** Creates a Space with the items that an operation names. */
export async function fixturesOf(entry: Routed): Promise<CostFixtures> {
  const space = await newSpace();
  if (entry.operation.audience === 'operator')
    return { space: { api_key: profile.operator_token }, args: await operatorArguments(space.space_id, entry) };
  return { space, args: { ...validInput(entry), ...(await createFixtures(space, entry)) } };
}
