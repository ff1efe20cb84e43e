import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run } from '../brokers/program.ts';
import { CHART } from './helm.ts';
import { findDockerCompose, findTool } from './tools.ts';

const ROOT = join(CHART, '..', '..');
const FILE = join(ROOT, 'docker-compose.yml');

/** A service of docker-compose.yml. */
interface ComposeService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly logging?: { readonly options?: Readonly<Record<string, string>> };
}

/** Returns the services of docker-compose.yml, with anchors resolved and variables unexpanded. */
export const composeServices = (): Readonly<Record<string, ComposeService>> =>
  (parse(readFileSync(FILE, 'utf8'), { merge: true }) as { services: Record<string, ComposeService> }).services;

/** Returns the errors of Compose for the file; undefined if this machine has neither Docker Compose nor Go. */
export async function composeFaults(report: (line: string) => void): Promise<string[] | undefined> {
  const docker = await findDockerCompose();
  const reader = docker ?? (await findTool('cmd', report));
  if (!reader) return undefined;
  const args = docker ? ['compose', '--file', FILE, 'config', '--quiet'] : [FILE];
  return run(reader, args, { cwd: ROOT }).then(
    () => [],
    (error: Error) => [error.message],
  );
}

/** Returns a sentence for each port that other machines could reach. */
export const openPorts = (): string[] =>
  Object.entries(composeServices()).flatMap(([name, { ports = [] }]) =>
    ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `${name} publishes ${port} to other machines`),
  );
