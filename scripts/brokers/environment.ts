import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** The environment variables about brokers. Only this file reads them; started programs inherit the rest. */
export interface Environment {
  /** NATS_URL: NATS servers, separated by commas. */
  readonly nats_url: string | undefined;
  /** KAFKA_BROKERS: host:port of Kafka brokers, separated by commas. */
  readonly kafka_brokers: string | undefined;
  /** The folder of installed brokers: `brokers` in SPACE_CACHE_DIR, default ~/.cache/space-api. Shared between runs. */
  readonly cache: string;
  /** Folders with programs: the PATH and the sbin folders, where Debian installs nats-server. */
  readonly programs: readonly string[];
  /** JAVA_HOME; its Java is preferred to one on the PATH. */
  readonly java_home: string | undefined;
}

/** Returns SPACE_CACHE_DIR, default ~/.cache/space-api: tools installed for tests, shared between checkouts and runs. */
export const cacheDirectory = (variables: Readonly<Record<string, string | undefined>> = process.env): string =>
  resolve(variables.SPACE_CACHE_DIR || join(homedir(), '.cache', 'space-api'));

/** Reads the environment; an empty variable counts as unset. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  return {
    nats_url: variables.NATS_URL || undefined,
    kafka_brokers: variables.KAFKA_BROKERS || undefined,
    cache: join(cacheDirectory(variables), 'brokers'),
    programs: [...(variables.PATH ?? '').split(delimiter).filter(Boolean), '/usr/local/sbin', '/usr/sbin'],
    java_home: variables.JAVA_HOME || undefined,
  };
}
