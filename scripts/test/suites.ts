import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@space/database/embedded';
import { startS3Server } from '../../packages/object-store/test/fixtures/s3-server.ts';
import { sharded } from '../../packages/runtime/src/testing-runs.ts';
import type { Brokers } from '../brokers/options.ts';
import { checkChart } from '../chart/checks.ts';
import { findTool } from '../chart/tools.ts';
import { runChecks } from '../check/steps.ts';
import { startCluster } from '../profiles/cluster.ts';
import type { Profile } from '../profiles/profile.ts';
import { startStandalone } from '../profiles/standalone.ts';
import { root, type StepResult, step, TYPE_CHECK } from '../step.ts';
import type { JestSelection } from './arguments.ts';
import { outsideOf, readChanges } from './changes.ts';
import { findClamd } from './clamd.ts';
import { reportFile, runJest } from './jest.ts';
import type { Output } from './output.ts';
import { startOutside } from './outside.ts';
import { secretScan } from './secret-scan.ts';
import { nextShard } from './shard.ts';
import { filesAboveLimit, formatSlowest, MAX_UNIT_SECONDS } from './slow-files.ts';
import { emptySummary, sumSummaries, type TestSummary } from './test-summary.ts';

/** The context of a suite. */
export interface Run {
  /** Takes reports, logs and data. */
  readonly folder: string;
  /** Undefined if this machine has no NATS and Kafka. */
  readonly brokers: Brokers | undefined;
  /** Files or patterns from the command line. */
  readonly files: readonly string[];
  /** Options for jest from the command line. */
  readonly options: readonly string[];
  readonly output: Output;
}

/**
 * Test files that run at the same time: one per core, since they share it with Postgres and the profile under test, and
 * four at most, since their connections share one Postgres.
 */
const workers = Math.min(4, availableParallelism());

/** Tests that would run the same code on both profiles: docs/development.md lists them with the reasons. */
const STANDALONE_ONLY = [
  '/e2e/pages/',
  '/e2e/mcp-clients/',
  '/e2e/api-clients/',
  '/e2e/installed-client/',
  '/e2e/journeys/command-line',
  '/e2e/documented/',
  '/e2e/journeys/listen',
  '/e2e/console/(?!first-delivery|journey|listeners|live|security|sign-in)',
];

/** Tests of clients of others, which take minutes to install and to generate. A shard has the tests of one or two of them. */
const FOREIGN_CLIENTS = ['/e2e/mcp-clients/', '/e2e/api-clients/', '/e2e/installed-client/'];

/** Returns the tests of clients of others that other shards have. */
function inOtherShards(): string[] {
  const here = sharded(FOREIGN_CLIENTS, (path) => path);
  return FOREIGN_CLIENTS.filter((path) => !here.includes(path));
}

/** The heap of the profile whose costs are measured. */
const COST_HEAP_MB = 512;

/** Tests of all metrics and logs of a profile; they run alone, because other tests would disturb them. */
const WHOLE_PROFILE = '/e2e/whole-profile/';

const brokerEnv = ({ brokers }: Run): Record<string, string> =>
  brokers ? { NATS_URL: brokers.nats_url, KAFKA_BROKERS: brokers.kafka_brokers } : {};

/** Runs one project of jest for a suite and prints its slowest files. */
async function runProject(run: Run, suite: string, selection: JestSelection, env: Readonly<Record<string, string>> = {}) {
  const { summary, files } = await runJest(
    { files: run.files, options: run.options, ...selection },
    { reportFile: reportFile(run.folder, suite), output: run.output, env },
  );
  for (const line of formatSlowest(files)) run.output.say(line);
  return { summary, files };
}

/** The static checks of `npm run check`, each counted as one test. */
const checks = async (): Promise<TestSummary> => summaryOf(await runChecks());

const summaryOf = (results: readonly StepResult[]): TestSummary => {
  const failures = results.filter((result) => !result.passed).map(({ name }) => name);
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures };
};

/** The logic of single files. A file above the limit is named; a time is never a failure. */
async function unit(run: Run): Promise<TestSummary> {
  const { summary, files } = await runProject(run, 'unit', { project: 'unit', workers });
  for (const { path, seconds } of filesAboveLimit(files))
    run.output.say(`SLOW ${path} takes ${seconds.toFixed(1)} s; a unit test file should take at most ${MAX_UNIT_SECONDS} s`);
  return summary;
}

/**
 * Returns the program of the S3 server for the tests of the object store, if they run. Without Go its tests are skipped; with
 * SPACE_REQUIRE_CLUSTER=1 that is an error.
 */
async function s3Env({ files, output }: Run): Promise<Record<string, string>> {
  if (files.length > 0 && !files.some((file) => file.startsWith('packages/object-store'))) return {};
  const program = await findS3Server(output);
  if (!program) output.say('!!! The object store over S3 IS NOT TESTED: this machine has no Go, which builds its server.');
  return program ? { S3_SERVER: program } : {};
}

/**
 * Returns the program of the virus scanner for the tests of the library, if they run. On a system without packages of Debian its tests are
 * skipped; with SPACE_REQUIRE_CLUSTER=1 that is an error.
 */
async function clamdEnv({ files, output }: Run): Promise<Record<string, string>> {
  if (files.length > 0 && !files.some((file) => file.startsWith('services/library'))) return {};
  const program = await findClamd(output.say);
  if (!program && process.env.SPACE_REQUIRE_CLUSTER === '1') throw new Error('This machine has no clamd and no apt-get, which brings it.');
  if (!program) output.say('!!! The virus scanner IS NOT TESTED: this machine has no clamd and no apt-get, which brings it.');
  return program ? { CLAMD: program } : {};
}

async function findS3Server(output: Output): Promise<string | undefined> {
  const program = await findTool('gofakes3', output.say);
  if (!program && process.env.SPACE_REQUIRE_CLUSTER === '1') throw new Error('This machine has no Go, which builds the S3 server.');
  return program;
}

/** Starts an S3 server for a cluster and returns its settings. Without Go the processes share a folder. */
async function startObjects(output: Output): Promise<{ readonly env: Record<string, string>; stop(): Promise<void> }> {
  const program = await findS3Server(output);
  if (!program) return { env: {}, stop: async () => {} };
  const { settings, stop } = await startS3Server(program);
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const place = { S3_BUCKET: settings.bucket, S3_REGION: settings.region, S3_ENDPOINT: settings.endpoint };
  return { env: { ...place, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }, stop };
}

/** Services with a database, and the conformance of each adapter: with real brokers, a real S3 server and a real clamd if there are some. */
const integration = async (run: Run): Promise<TestSummary> =>
  (
    await runProject(
      run,
      'integration',
      { project: 'integration', workers },
      { ...brokerEnv(run), ...(await s3Env(run)), ...(await clamdEnv(run)) },
    )
  ).summary;

/**
 * The surface, the journeys and the pages on the standalone profile. With SPACE_E2E they use a profile that runs already:
 * `SPACE_E2E=http://localhost:8080 npm test e2e journeys/contacts`. Start it with SPACE_WEBHOOK_ALLOW=127.0.0.0/8 and
 * SPACE_RATE_LIMIT=0.
 */
async function standalone(run: Run): Promise<TestSummary> {
  const url = process.env.SPACE_E2E;
  if (!url) return onProfile(run, 'standalone', inOtherShards(), (folder, env) => startStandalone(folder, env));
  run.output.say(`Using the profile at ${url}.`);
  return (await runProject(run, 'e2e', { project: 'e2e' })).summary;
}

/**
 * The CPU time, memory and answer size of the worst requests, on a standalone profile of its own: the tests measure its
 * process, so nothing else may use it. Its heap is small, so that unbounded memory ends it. With SPACE_E2E they use a
 * profile that runs already.
 */
async function cost(run: Run): Promise<TestSummary> {
  const isLinux = process.platform === 'linux';
  if (!isLinux) run.output.say('!!! The suite cost WAS SKIPPED: it reads CPU time and memory from /proc, which only Linux has.');
  if (!isLinux) return { passed: 0, failed: 0, skipped: 1 };
  if (process.env.SPACE_E2E) return (await runProject(run, 'cost', { project: 'cost' })).summary;
  const folder = join(run.folder, 'cost');
  await mkdir(folder, { recursive: true });
  const profile = await startStandalone(folder, {
    NODE_OPTIONS: `--max-old-space-size=${COST_HEAP_MB}`,
    SPACE_WEBHOOK_ALLOW: '127.0.0.0/8',
    SPACE_RATE_LIMIT: '0',
  });
  try {
    return (await runProject(run, 'cost', { project: 'cost' }, { SPACE_E2E: JSON.stringify(profile.connection) })).summary;
  } finally {
    await profile.stop();
  }
}

/** Starts of the standalone profile: settings, signals, kills, addresses. */
const launches = async (run: Run): Promise<TestSummary> => (await runProject(run, 'launches', { project: 'launches' })).summary;

/** The surface and the journeys on one process per service, with NATS, Kafka and Postgres. */
async function cluster(run: Run): Promise<TestSummary> {
  const { brokers } = run;
  if (!brokers) return emptySummary;
  const postgres = await startEmbeddedPostgres({ folder: join(run.folder, 'cluster-postgres'), disposable: true });
  const objects = await startObjects(run.output);
  const { nats_url, kafka_brokers } = brokers;
  try {
    return await onProfile(run, 'cluster', STANDALONE_ONLY, (folder, env) =>
      startCluster({ folder, database_url: postgres.url, nats_url, kafka_brokers, env: { ...objects.env, ...env } }),
    );
  } finally {
    await objects.stop();
    await postgres.stop();
  }
}

/** Faults injected into clusters under load: each file has its own cluster, brokers and database. */
const faults = async (run: Run): Promise<TestSummary> => (await runProject(run, 'faults', { project: 'faults' })).summary;

/** Returns the runs of jest on a profile: most files in parallel, and then, alone, those that examine the whole profile. */
const e2eRuns = ({ files }: Run, ignored: readonly string[]): Readonly<Record<string, JestSelection>> =>
  files.length > 0
    ? { '': { project: 'e2e' } }
    : {
        '': { project: 'e2e', workers, ignored: [...ignored, WHOLE_PROFILE] },
        '-whole-profile': { project: 'e2e', files: [WHOLE_PROFILE] },
      };

/** Starts a profile, runs the end-to-end tests on it, and scans its logs for secrets. */
async function onProfile(
  run: Run,
  name: Profile['name'],
  ignored: readonly string[],
  start: (folder: string, env: Record<string, string>) => Promise<Profile>,
): Promise<TestSummary> {
  const folder = join(run.folder, name);
  await mkdir(folder, { recursive: true });
  const outside = await startOutside(folder);
  const env = { ...outside.env, SPACE_WEBHOOK_ALLOW: '127.0.0.0/8', SPACE_RATE_LIMIT: '0', SPACE_CHECK_OUTPUTS: '1' };
  const profile = await start(folder, env);
  const summaries: TestSummary[] = [];
  try {
    const e2eEnv = {
      SPACE_E2E: JSON.stringify({ ...profile.connection, ...outside.connection }),
      ...(name === 'cluster' && run.files.length === 0 ? { SPACE_E2E_SAMPLE: '1' } : {}),
      ...(name === 'cluster' && process.env.SPACE_SHARD ? { SPACE_SHARD: nextShard(process.env.SPACE_SHARD) } : {}),
    };
    for (const [part, selection] of Object.entries(e2eRuns(run, ignored)))
      summaries.push((await runProject(run, `e2e-${name}${part}`, selection, e2eEnv)).summary);
  } finally {
    await profile.stop();
    await outside.close();
  }
  return sumSummaries([...summaries, await secretScan(folder, profile.connection.log_files, run.output.say)]);
}

/** The chart, the compose file, the image and the alerts. */
const chart = ({ output }: Run): Promise<TestSummary> => checkChart(output.say);

/**
 * Types, the unit tests that import a file which differs from `main`, and of the integration tests that import one those
 * of the changed workspaces. Uncommitted changes count.
 */
async function changed(run: Run): Promise<TestSummary> {
  const { since, workspaces } = readChanges(root);
  const options = [`--changedSince=${since}`, '--passWithNoTests', ...run.options];
  const summaries = [summaryOf([await step('types', join(root, 'node_modules', '.bin', 'tsc'), TYPE_CHECK)])];
  summaries.push((await runProject(run, 'changed-unit', { project: 'unit', workers, options })).summary);
  if (workspaces.length > 0) {
    const selection = { project: 'integration', workers, options, ignored: [outsideOf(root, workspaces)] };
    const selected = { ...run, files: workspaces };
    const env = { ...brokerEnv(run), ...(await s3Env(selected)), ...(await clamdEnv(selected)) };
    summaries.push((await runProject(run, 'changed-integration', selection, env)).summary);
  }
  return sumSummaries(summaries);
}

/** Each suite by its name. */
export const suites: Readonly<Record<string, (run: Run) => Promise<TestSummary>>> = {
  checks,
  unit,
  integration,
  standalone,
  cost,
  launches,
  cluster,
  faults,
  chart,
  e2e: standalone,
  changed,
};

/**
 * The suites of `npm test`, in phases. The lanes of a phase run at the same time, the suites of a lane one after the
 * other. Unit tests run alone, so that the times of their files can be compared. Faults and launches mostly wait (for
 * leases, sessions, retries and starts), so they run next to the others.
 */
export const phases: readonly (readonly (readonly string[])[])[] = [
  [['checks', 'unit']],
  [
    ['integration', 'standalone', 'cluster'],
    ['faults', 'launches', 'cost', 'chart'],
  ],
];

/** Suites that need NATS and Kafka. `integration` runs without them too and then skips the adapters. */
export const needBrokers: ReadonlySet<string> = new Set(['cluster', 'faults']);
