import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from './profile.ts';
import { freePorts, startProgram } from './program.ts';

/** Runs the standalone profile with its data in `folder`. */
export async function startStandalone(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Profile> {
  const [api, publicPort, consolePort, metrics] = (await freePorts(4)) as [number, number, number, number];
  const dataFolder = join(folder, 'data');
  const logFile = join(folder, 'standalone.log');
  const program = await startProgram({
    name: 'standalone',
    file: 'services/standalone/src/main.ts',
    logFile,
    env: {
      SPACE_DATA_DIR: dataFolder,
      SPACE_PORT: String(api),
      SPACE_PUBLIC_PORT: String(publicPort),
      SPACE_CONSOLE_PORT: String(consolePort),
      SPACE_METRICS_PORT: String(metrics),
      SPACE_HOST: '127.0.0.1',
      // Brokers that the caller's environment names are for the cluster profile.
      NATS_URL: '',
      KAFKA_BROKERS: '',
      ...env,
    },
    // The connection file is the last thing a start writes.
    ready: async () =>
      readFileSync(join(dataFolder, 'connection.json'), 'utf8').includes(`:${api}/`) &&
      (await fetch(`http://127.0.0.1:${metrics}/readyz`)).ok,
  });
  const connection = JSON.parse(readFileSync(join(dataFolder, 'connection.json'), 'utf8')) as { operator_token: string };
  return {
    name: 'standalone',
    connection: {
      profile: 'standalone',
      base_url: `http://127.0.0.1:${api}/v1`,
      mcp_url: `http://127.0.0.1:${api}/v1/mcp`,
      public_url: `http://127.0.0.1:${publicPort}`,
      console_url: `http://localhost:${consolePort}`,
      metrics_urls: [`http://127.0.0.1:${metrics}/metrics`],
      gateway_urls: [`http://127.0.0.1:${api}/v1`],
      operator_token: connection.operator_token,
      database_url: env.DATABASE_URL ?? null,
      log_files: [join(dataFolder, 'space.log'), logFile],
    },
    programs: [program],
    stop: () => program.stop(),
  };
}
