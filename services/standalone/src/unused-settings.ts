import { type Config, ConfigError } from '@space/runtime';

type Name = keyof Config;

/** Settings of a cluster, which this profile would ignore. */
const isOfCluster = (name: string): boolean => /^(?:NATS|KAFKA)_/.test(name);

/** Settings of the connection to another Postgres than the embedded one. */
const ofOtherDatabase: readonly Name[] = ['DATABASE_CA', 'DATABASE_CERT', 'DATABASE_KEY'];

/** Throws ConfigError for the first setting that has no effect on the standalone profile. */
export function refuseUnusedSettings(config: Config): void {
  const given = (Object.keys(config) as Name[]).filter((name) => config[name] !== undefined && !isDefault(name, config));
  const ofCluster = given.find(isOfCluster);
  if (ofCluster) throw new ConfigError(`${ofCluster} has no effect on the standalone profile, which has no NATS and no Kafka; remove it.`);
  const unused = given.find((name) => ofOtherDatabase.includes(name));
  if (unused && config.DATABASE_URL === undefined)
    throw new ConfigError(`${unused} has no effect without DATABASE_URL; set DATABASE_URL or remove ${unused}.`);
}

/** Returns true for the one setting of a cluster that has a default. */
const isDefault = (name: Name, { KAFKA_SECURITY_PROTOCOL }: Config): boolean =>
  name === 'KAFKA_SECURITY_PROTOCOL' && KAFKA_SECURITY_PROTOCOL === 'PLAINTEXT';
