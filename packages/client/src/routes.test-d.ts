import type { Operations } from './contracts.ts';
import type { OperationId } from './routes.ts';

// tsc fails if an operation has a type and no route, or a route and no type.

type Contracts = { [C in keyof Operations]: `${C}.${keyof Operations[C] & string}` };
type Untyped = Exclude<OperationId, Contracts[keyof Contracts]>;
type Unrouted = Exclude<Contracts[keyof Contracts], OperationId>;

export const differences: [Untyped | Unrouted] extends [never] ? 'none' : Untyped | Unrouted = 'none';
