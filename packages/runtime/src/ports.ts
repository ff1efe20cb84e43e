import type { Bus } from '@space/bus';
import type { SecretBox } from '@space/crypto';
import type { Clock, Database } from '@space/database';
import type { EventLog } from '@space/event-log';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** The dependencies of a service. A profile is a set of them; no service knows in which profile it runs. */
export interface Ports {
  readonly bus: Bus;
  readonly eventLog: EventLog;
  readonly database: Database;
  readonly clock: Clock;
  readonly box: SecretBox;
  readonly log: Log;
  readonly config: Config;
}
