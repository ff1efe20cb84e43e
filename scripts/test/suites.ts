import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@space/database/embedded';
import type { Brokers } from '../brokers/options.ts';
import { checkChart } from '../chart/checks.ts';
import { runChecks } from '../check/steps.ts';
import { startCluster } from '../profiles/cluster.ts';
import type { Profile } from '../profiles/profile.ts';
import { startStandalone } from '../profiles/standalone.ts';
import { makeCertificate } from './certificate.ts';
import { reportFile, runJest } from './jest.ts';
import { secretScan } from './secret-scan.ts';
import { addSummaries, emptySummary, type TestSummary } from './test-summary.ts';

/** What the parts of a run share. */
export interface Run {
  readonly folder: string;
  /** Undefined when no NATS and Kafka can be had here. */
  readonly brokers: Brokers | undefined;
  /** What else was given on the command line: patterns for jest. */
  readonly rest: readonly string[];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const brokerEnv = ({ brokers }: Run): Record<string, string> =>
  brokers ? { NATS_URL: brokers.nats_url, KAFKA_BROKERS: brokers.kafka_brokers } : {};

/** Types, lint, dead exports, drift of proto/: one each. */
async function checks(): Promise<TestSummary> {
  const results = await runChecks();
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

/** Tests of one file's logic. */
const unit = (run: Run): Promise<TestSummary> => runJest(['--selectProjects', 'unit', ...run.rest], reportFile(run.folder, 'unit'));

/** Services on a database of their own, and the conformance of every adapter: with real brokers where there are some. */
const integration = (run: Run): Promise<TestSummary> =>
  runJest(['--selectProjects', 'integration', ...run.rest], reportFile(run.folder, 'integration'), brokerEnv(run));

/** The surface and the journeys on the standalone profile. */
async function standalone(run: Run): Promise<TestSummary> {
  return onProfile(run, 'standalone', (folder, env) => startStandalone(folder, env));
}

/** The same on one process for each service, with NATS, Kafka and Postgres, and what only a cluster can show. */
async function cluster(run: Run): Promise<TestSummary> {
  const { brokers } = run;
  if (!brokers) return emptySummary;
  const postgres = await startEmbeddedPostgres({ folder: join(run.folder, 'cluster-postgres'), disposable: true });
  try {
    return await onProfile(run, 'cluster', (folder, env) =>
      startCluster({ folder, database_url: postgres.url, nats_url: brokers.nats_url, kafka_brokers: brokers.kafka_brokers, env }),
    );
  } finally {
    await postgres.stop();
  }
}

async function onProfile(
  run: Run,
  name: Profile['name'],
  start: (folder: string, env: Record<string, string>) => Promise<Profile>,
): Promise<TestSummary> {
  const folder = join(run.folder, name);
  await mkdir(folder, { recursive: true });
  const certificate = await makeCertificate(folder);
  const env = {
    NODE_EXTRA_CA_CERTS: certificate.ca_file,
    SPACE_WEBHOOK_ALLOW: '127.0.0.0/8',
    SPACE_RATE_LIMIT: '0',
    SPACE_CHECK_OUTPUTS: '1',
  };
  const other = name === 'standalone' ? 'cluster' : 'standalone';
  const profile = await start(folder, env);
  let tally: TestSummary;
  try {
    tally = await runJest(
      [
        '--selectProjects',
        'e2e',
        '--testPathIgnorePatterns',
        `/e2e/${other}/`,
        '/node_modules/',
        ...(run.rest.length > 0 ? ['--', ...run.rest] : []),
      ],
      reportFile(run.folder, `e2e-${name}`),
      {
        ...brokerEnv(run),
        SPACE_E2E: JSON.stringify({ ...profile.connection, certificate }),
      },
    );
  } finally {
    await profile.stop();
  }
  return addSummaries(tally, await secretScan(folder, profile.connection.log_files, say));
}

/** The chart, the compose file, the image and the alerts. */
const chart = (): Promise<TestSummary> => checkChart(say);

/** Every part by name, in the order they run. */
export const suites: Readonly<Record<string, (run: Run) => Promise<TestSummary>>> = {
  checks,
  unit,
  integration,
  standalone,
  cluster,
  chart,
};

/** Adds up. */
export const sumSummaries = (tallies: readonly TestSummary[]): TestSummary => tallies.reduce(addSummaries, emptySummary);
