import type { Handler, Handlers } from '@space/bus';
import type { Contract, Operation } from '@space/contracts/core';
import type { Consumer } from '@space/event-log';
import type { Task } from '@space/worker';
import type { Ports } from './ports.ts';

export type { Task } from '@space/worker';

/** A contract with the handlers that answer it. */
export interface Serving {
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, Handler<Operation>>>;
}

/** Joins a contract with its handlers; a missing handler, or one that answers something else, does not compile. */
export const serving = <C extends Contract>(contract: C, handlers: Handlers<C>): Serving => ({
  contract,
  handlers: handlers as unknown as Serving['handlers'],
});

/** A service that is ready to run on some ports. */
export interface OpenService {
  readonly serves: readonly Serving[];
  readonly consumers?: readonly Consumer[];
  readonly tasks?: readonly Task[];
}

/** A service is a value; `run` joins it with the ports of a profile. */
export interface Service {
  readonly name: string;
  /** The Postgres schema it uses. */
  readonly schema: string;
  /** The folder of its migrations; a service that shares another's schema has none. */
  readonly migrations?: string;
  /** Whether in a cluster it goes by the clock of Postgres; by the machine's unless this is set. */
  readonly followsDatabaseClock?: boolean;
  /** Whether it emits events, and so has an outbox. */
  readonly emits: boolean;
  open(ports: Ports): Promise<OpenService> | OpenService;
}
