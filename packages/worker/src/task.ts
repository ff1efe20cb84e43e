/** Background work of a service: `run` starts it after the service answers calls and stops it before the database closes. */
export interface Task {
  readonly name: string;
  start(): Promise<void>;
  /** Begins no new work and resolves when the work in progress has ended. */
  stop(): Promise<void>;
}
