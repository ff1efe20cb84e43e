import type { Bus } from '@space/bus';
import type { SecretBox } from '@space/crypto';
import type { Clock, Database } from '@space/database';
import type { EventLog } from '@space/event-log';
import type { ObjectStore } from '@space/object-store';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** The outage of a database that the profile starts itself. */
export interface DatabaseOutage {
  /** One sentence. */
  readonly reason: string;
  /** True if it is not started again: only a new process helps. */
  readonly isFinal: boolean;
}

/** The dependencies of a service. A profile is a set of them; no service knows in which profile it runs. */
export interface Ports {
  readonly bus: Bus;
  readonly eventLog: EventLog;
  readonly database: Database;
  readonly clock: Clock;
  readonly box: SecretBox;
  /** The object store, in a process with a service that has one; `objectsOf` returns it. */
  readonly objects?: ObjectStore;
  readonly log: Log;
  readonly config: Config;
  /** Throws a Problem while changes are refused, such as when the disk is nearly full. */
  readonly assertWritable?: () => void;
  /** Returns why the database does not run; undefined while it runs, and for a profile that does not start its own. */
  readonly databaseOutage?: () => DatabaseOutage | undefined;
}
