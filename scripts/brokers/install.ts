import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { installDebianPackages } from './debian.ts';
import type { Environment } from './environment.ts';
import { BrokersFailure } from './failure.ts';
import { findProgram, run, versionOf } from './program.ts';

/** The programs of native brokers. */
export interface Installed {
  readonly natsServer: string;
  readonly java: string;
  /** The folder of Kafka's jars. */
  readonly jars: string;
}

/** The brokers and installers that exist on this machine. */
interface Available {
  readonly natsServer: string | undefined;
  readonly go: string | undefined;
  readonly java: string | undefined;
  readonly jars: string | undefined;
  readonly maven: string | undefined;
}

const NATS_SERVER = 'v2.15.2';
const JAVA = { name: 'java', flag: '-version', pattern: /version "(\d+)/, least: 17 };
/** Go 1.21 and newer downloads the Go version that a module requires. */
const GO = { name: 'go', flag: 'version', pattern: /version go1\.(\d+)/, least: 21 };
const POM = join(import.meta.dirname, 'pom.xml');

/** Finds the brokers and installs missing ones into the cache. Throws `missing` if that is not possible. */
export async function install(environment: Environment, report: (line: string) => void): Promise<Installed> {
  const natsFolder = join(environment.cache, `nats-server-${NATS_SERVER}`);
  // A changed pom needs another set of jars.
  const jarsFolder = join(environment.cache, `kafka-${await fingerprint(POM)}`);
  let available = await find(environment, natsFolder, jarsFolder);
  if (lacking(available).length > 0) {
    await installDebianPackages(
      lacking(available).map((lack) => lack.debian),
      environment.programs,
      report,
    );
    available = await find(environment, natsFolder, jarsFolder);
  }
  const lacks = lacking(available).map((lack) => lack.name);
  if (lacks.length > 0) throw new BrokersFailure('missing', `this machine has no ${lacks.join(' and no ')}`);
  const natsServer = available.natsServer ?? installNats(available.go!, natsFolder, report);
  const jars = available.jars ?? installKafka(available.maven!, jarsFolder, report);
  // Wait for both: the download of one stays in the cache even if the other fails.
  await Promise.allSettled([natsServer, jars]);
  return { natsServer: await natsServer, java: available.java!, jars: await jars };
}

async function find({ programs, java_home }: Environment, natsFolder: string, jarsFolder: string): Promise<Available> {
  const [natsServer, go, java, maven] = await Promise.all([
    findProgram('nats-server', [...programs, natsFolder]),
    findRecent(GO, programs),
    findRecent(JAVA, java_home ? [join(java_home, 'bin'), ...programs] : programs),
    findProgram('mvn', programs),
  ]);
  return { natsServer, go, java, maven, jars: existsSync(jarsFolder) ? jarsFolder : undefined };
}

function lacking({ natsServer, go, java, jars, maven }: Available): readonly { name: string; debian: string }[] {
  return [
    ...(natsServer || go ? [] : [{ name: `nats-server (or Go 1.${GO.least} or newer)`, debian: 'nats-server' }]),
    ...(java ? [] : [{ name: `Java ${JAVA.least} or newer`, debian: 'default-jdk-headless' }]),
    ...(jars || maven ? [] : [{ name: 'Maven', debian: 'maven' }]),
  ];
}

async function findRecent({ name, flag, pattern, least }: typeof JAVA, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const program = await findProgram(name, [folder]);
    if (program && (await versionOf(program, flag, pattern)) >= least) return program;
  }
  return undefined;
}

async function installNats(go: string, folder: string, report: (line: string) => void): Promise<string> {
  report(`Installing nats-server ${NATS_SERVER} into ${folder}.`);
  await cached(folder, async (draft) => {
    const env = { GOBIN: draft, GOTOOLCHAIN: 'auto', CGO_ENABLED: '0' };
    await run(go, ['install', `github.com/nats-io/nats-server/v2@${NATS_SERVER}`], { env, cwd: draft }).catch(
      throwMissing('Go', 'nats-server'),
    );
  });
  return join(folder, 'nats-server');
}

async function installKafka(maven: string, folder: string, report: (line: string) => void): Promise<string> {
  report(`Installing Kafka into ${folder}.`);
  return cached(folder, async (draft) => {
    const args = [
      '--quiet',
      '--batch-mode',
      '--strict-checksums',
      '--file',
      POM,
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${draft}`,
    ];
    await run(maven, args, { cwd: draft }).catch(throwMissing('Maven', 'Kafka'));
  });
}

const throwMissing =
  (program: string, broker: string) =>
  (error: Error): never => {
    throw new BrokersFailure('missing', `${program} could not install ${broker} (${error.message})`, { cause: error });
  };

async function fingerprint(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 12);
}
