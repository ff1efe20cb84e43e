import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { migrate } from '@space/database';
import { migrationsOf } from '@space/runtime';
import { services } from '../../services/standalone/src/services.ts';
import type { Profile } from './profile.ts';
import { freePorts, type Program, startProgram } from './program.ts';

/** The folder, database, brokers and size of a cluster. */
export interface ClusterOptions {
  readonly folder: string;
  readonly database_url: string;
  readonly nats_url: string;
  readonly kafka_brokers: string;
  /** Number of gateways; default 2, so that tests cover what one gateway must learn from the other. */
  readonly gateways?: number;
  /** The services that run; default all of them. Calls of the others answer 503. */
  readonly services?: readonly string[];
  /** Number of processes by service; the second process of a service is called `<service>-2`. */
  readonly replicas?: Readonly<Record<string, number>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the cluster profile on this machine: one process per service, with real NATS, Kafka and Postgres. */
export async function startCluster(options: ClusterOptions): Promise<Profile> {
  await migrate(options.database_url, migrationsOf(services));
  const operator_token = `spo_${randomBytes(24).toString('base64url')}`;
  const [publicPort, consolePort, apiPort] = (await freePorts(3)) as [number, number, number];
  const env = {
    DATABASE_URL: options.database_url,
    NATS_URL: options.nats_url,
    KAFKA_BROKERS: options.kafka_brokers,
    SPACE_SECRET_KEY: randomBytes(32).toString('base64'),
    SPACE_OPERATOR_TOKEN: operator_token,
    SPACE_HOST: '127.0.0.1',
    SPACE_PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    SPACE_CONSOLE_URL: `http://localhost:${consolePort}`,
    ...(options.env?.S3_BUCKET === undefined ? { OBJECT_STORE: join(options.folder, 'objects') } : {}),
    ...options.env,
  };
  const names = [
    ...(options.services ?? services.map((service) => service.name)).filter((name) => name !== 'gateway'),
    ...Object.entries(options.replicas ?? {}).flatMap(([service, count]) =>
      Array.from({ length: count - 1 }, (_, index) => `${service}-${index + 2}`),
    ),
    ...Array.from({ length: options.gateways ?? 2 }, () => 'gateway'),
  ];
  const started = await Promise.all(
    names.map((name, index) =>
      startService(name, index, options.folder, env, {
        // Gateways have addresses of their own; the other services name the first one.
        ...(name === 'gateway' ? {} : { base_url: `http://127.0.0.1:${apiPort}` }),
        ...(index === names.indexOf('gateway') ? { ports: [publicPort, consolePort, apiPort] as const } : {}),
      }),
    ),
  );
  const gateways = started.filter(({ service }) => service === 'gateway');
  const gatewayUrls = gateways.map(({ api }) => `http://127.0.0.1:${api}/v1`);
  return {
    name: 'cluster',
    connection: {
      profile: 'cluster',
      base_url: gatewayUrls[0]!,
      mcp_url: `${gatewayUrls[0]}/mcp`,
      public_url: env.SPACE_PUBLIC_URL,
      console_url: env.SPACE_CONSOLE_URL,
      metrics_urls: started.map(({ metrics }) => `http://127.0.0.1:${metrics}/metrics`),
      gateway_urls: gatewayUrls,
      operator_token,
      database_url: options.database_url,
      log_files: started.map(({ program }) => program.logFile),
    },
    programs: started.map(({ program }) => program),
    stop: async () => void (await Promise.all(started.map(({ program }) => program.stop()))),
  };
}

async function startService(
  replica: string,
  index: number,
  folder: string,
  env: Record<string, string>,
  given: { readonly base_url?: string; readonly ports?: readonly [publicPort: number, consolePort: number, apiPort: number] },
): Promise<{ service: string; program: Program; api: number; metrics: number }> {
  const [metrics, ...ownPorts] = (await freePorts(4)) as [number, number, number, number];
  const [publicPort, consolePort, api] = given.ports ?? ownPorts;
  const service = replica.replace(/-\d+$/, '');
  const name = service === 'gateway' ? `gateway-${index}` : replica;
  const program = await startProgram({
    name,
    file: `services/${service}/src/main.ts`,
    logFile: join(folder, `${name}.log`),
    env: {
      ...(given.base_url === undefined ? {} : { SPACE_BASE_URL: given.base_url }),
      ...env,
      SPACE_PORT: String(api),
      SPACE_PUBLIC_PORT: String(publicPort),
      SPACE_CONSOLE_PORT: String(consolePort),
      SPACE_METRICS_PORT: String(metrics),
    },
    ready: async () => (await fetch(`http://127.0.0.1:${metrics}/readyz`)).ok,
  });
  return { service, program, api, metrics };
}
