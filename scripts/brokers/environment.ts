import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** What the environment says about brokers. This is the only place here that decides by it; programs inherit the rest. */
export interface Environment {
  /** NATS_URL: NATS servers, with commas between them. */
  readonly nats_url: string | undefined;
  /** KAFKA_BROKERS: host:port of Kafka brokers, with commas between them. */
  readonly kafka_brokers: string | undefined;
  /** Where installed brokers are kept between runs: `brokers` in SPACE_CACHE_DIR, by default in ~/.cache/space-api. */
  readonly cache: string;
  /** Folders with programs, those of administrators included: Debian keeps nats-server there. */
  readonly programs: readonly string[];
  /** JAVA_HOME, where a Java is preferred to one on the PATH. */
  readonly java_home: string | undefined;
}

/** Reads the environment once; an empty variable is one that is not set. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  return {
    nats_url: variables.NATS_URL || undefined,
    kafka_brokers: variables.KAFKA_BROKERS || undefined,
    cache: resolve(variables.SPACE_CACHE_DIR || join(homedir(), '.cache', 'space-api'), 'brokers'),
    programs: [...(variables.PATH ?? '').split(delimiter).filter(Boolean), '/usr/local/sbin', '/usr/sbin'],
    java_home: variables.JAVA_HOME || undefined,
  };
}
