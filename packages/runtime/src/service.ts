import type { Handler, Handlers } from '@space/bus';
import type { Contract, Operation } from '@space/contracts/core';
import type { Consumer, ConsumerGroup } from '@space/event-log';
import type { Task } from '@space/worker';
import type { Checks } from './health.ts';
import type { Ports } from './ports.ts';

export type { Task } from '@space/worker';

/** A contract with its handlers. */
export interface Serving {
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, Handler<Operation>>>;
}

/** Joins a contract with its handlers. A missing handler, or one with another output, does not compile. */
export const serving = <C extends Contract>(contract: C, handlers: Handlers<C>): Serving => ({
  contract,
  handlers: handlers as unknown as Serving['handlers'],
});

/** A service with its dependencies, ready to run. */
export interface OpenService {
  readonly serves: readonly Serving[];
  readonly consumers?: readonly Consumer[];
  readonly tasks?: readonly Task[];
  /** Readiness checks of its own, by name. */
  readonly checks?: Checks;
  /** Further reports of `/readyz`, by name: a failure leaves the process ready. */
  readonly reports?: Checks;
}

/** A service as a value. `run` joins it with the ports of a profile. */
export interface Service {
  readonly name: string;
  /** The Postgres schema that it uses. */
  readonly schema: string;
  /** The folder of its migrations; absent for a service that uses the schema of another one. */
  readonly migrations?: string;
  /** True if it uses the clock of Postgres in a cluster; default: the clock of the machine. */
  readonly followsDatabaseClock?: boolean;
  /** True if it emits events; then its schema has an outbox. */
  readonly emits: boolean;
  /** True if it reads or writes the object store. */
  readonly object_store?: boolean;
  /** The consumer groups that it declares. Its consumers belong to these. */
  readonly consumer_groups?: readonly ConsumerGroup[];
  open(ports: Ports): Promise<OpenService> | OpenService;
}
