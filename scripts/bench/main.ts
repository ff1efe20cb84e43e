import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@space/database/embedded';
import { Client } from 'pg';
import { startBrokers } from '../brokers/brokers.ts';
import { buildConsole, isBuilt } from '../console/build.ts';
import { startCluster } from '../profiles/cluster.ts';
import type { Profile } from '../profiles/profile.ts';
import { freePorts, startProgram } from '../profiles/program.ts';
import { startStandalone } from '../profiles/standalone.ts';
import { measureAssets } from './assets.ts';
import { measureBookings } from './bookings.ts';
import { measureCommerce } from './commerce.ts';
import { measureConsoleGrid } from './console-grid.ts';
import { measureDocuments } from './documents.ts';
import { measureFairness } from './fairness.ts';
import { measureFeeds } from './feeds.ts';
import { measureForms } from './forms.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { reportGrowth } from './growth-report.ts';
import { measureBacklog, measureIsolation } from './isolation.ts';
import { measureMcp } from './mcp.ts';
import { measurePages } from './pages.ts';
import { type Pids, residentMb } from './processes.ts';
import { type Measurements, report, sustained } from './report.ts';
import { withRequestFloor } from './request-floor.ts';
import { compareCreates, compareLists, type MeasuredSystem } from './requests.ts';
import { measureSecrets } from './secrets.ts';
import { fill, subject } from './subject.ts';
import { measureTable } from './tables.ts';
import { measureWebhooks } from './webhooks.ts';
import { measureWhiteboards } from './whiteboards.ts';
import { measureWork } from './work.ts';

/**
 * `npm run bench` measures both profiles against a floor in the same run, on one durable Postgres. A Kafka that it starts
 * itself runs with the first compiler tier only, as for tests. Arguments select parts:
 * idle, list, create, tables, pages, bookings, forms, feeds, mcp, secrets, commerce, work, assets, documents, whiteboards, webhooks, isolation, standalone, cluster;
 * `--quick` measures shorter, and `--rows=50000` with a table of so many rows.
 * `fairness` measures only fairness, because it needs the default rate limits. `growth` measures only how costs grow, and `console-grid`
 * only the grid of the console in Chromium, in one profile: standalone unless `cluster` is given.
 */
const areas = {
  bookings: measureBookings,
  forms: measureForms,
  feeds: measureFeeds,
  mcp: measureMcp,
  secrets: measureSecrets,
  commerce: measureCommerce,
  work: measureWork,
  assets: measureAssets,
  documents: measureDocuments,
  whiteboards: measureWhiteboards,
};
const words = process.argv.slice(2);
const isQuick = words.includes('--quick');
const wanted = (word: string, among: readonly string[]): boolean => words.includes(word) || !words.some((given) => among.includes(given));
/** Parts that are measured only where they are named, and then alone. */
const alone = ['fairness', 'growth', 'console-grid'];
/** Parts that are measured in one profile. */
const inOneProfile = ['growth', 'console-grid'];
const isWanted = (part: string): boolean =>
  alone.every((one) => (part === one) === words.includes(one)) &&
  wanted(part, ['idle', 'list', 'create', 'tables', 'pages', ...Object.keys(areas), 'webhooks', 'isolation', ...alone]);
const profilesWanted = ['standalone', 'cluster'].filter((name) =>
  inOneProfile.some(isWanted) ? words.includes('cluster') === (name === 'cluster') : wanted(name, ['standalone', 'cluster']),
);
const CONTACTS = 10_000;
const ROWS = Number(words.find((word) => word.startsWith('--rows='))?.slice('--rows='.length) ?? (isQuick ? 100_000 : 1_000_000));
const SECONDS = isQuick ? 3 : 6;
const IDLE_MS = isQuick ? 2_000 : 8_000;
const WEBHOOKS = { receivers: 10, seconds: isQuick ? 6 : 15 };
/** Events per second: for latency and CPU time, for the rate without lag, and above the capacity of two cores. */
const webhookRates = (profile: string) => [200, sustained[profile]! / WEBHOOKS.receivers, 550];

const ISOLATION = { healthy: 20, rate: 50, seconds: isQuick ? 4 : 15 };
const BACKLOG = { due: isQuick ? 10_000 : 100_000, hooks: 10, rate: 50, seconds: isQuick ? 5 : 15 };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'space-bench-'));
const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
const measured: Measurements = {
  comparisons: [],
  tables: {},
  figures: {},
  webhooks: {},
  isolation: {},
  backlog: {},
  idle_mb: {},
  start_ms: {},
};

const systemPids: Record<string, Pids> = {};

try {
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
  closing.unshift(postgres.stop);
  if (isWanted('console-grid') && !(await isBuilt())) {
    say('Building the console …');
    await buildConsole();
  }
  const profiles: Profile[] = [];
  for (const name of profilesWanted) {
    say(`Starting ${name} …`);
    const began = performance.now();
    const profile = await start(name as Profile['name'], postgres.url, systemPids, postgres.pid);
    closing.unshift(profile.stop);
    profiles.push(profile);
    measured.start_ms[name] = performance.now() - began;
  }
  if (isWanted('idle')) {
    await delay(IDLE_MS);
    for (const { programs } of profiles) for (const program of programs) measured.idle_mb[program.name] = residentMb(program.pid);
  }
  if (isWanted('list') || isWanted('create')) await compareRequests(profiles, systemPids);
  if (isWanted('tables')) await measureTables(profiles);
  if (isWanted('pages')) await measurePublicPages(profiles);
  for (const [area, measure] of Object.entries(areas))
    if (isWanted(area))
      for (const profile of profiles)
        measured.figures[`${area}, ${profile.name}`] = await measure(await subject(profile, 0), SECONDS, folder);
  if (isWanted('fairness'))
    for (const profile of profiles) measured.figures[`fairness, ${profile.name}`] = await measureFairness(profile, SECONDS);
  if (isWanted('console-grid'))
    for (const profile of profiles)
      await withTablesFloor(profile, async (url) => {
        const title = `grid of ${ROWS.toLocaleString('en')} rows in Chromium, ${profile.name}`;
        measured.figures[title] = await measureConsoleGrid(await subject(profile, 0), { rows: ROWS, floor_url: url, say });
      });
  if (isWanted('webhooks')) await withReceivers((url) => compareWebhooks(profiles, systemPids, url));
  if (isWanted('isolation')) await withReceivers((url) => compareIsolation(profiles, url));
  if (isWanted('growth')) await withReceivers((url) => compareGrowth(profiles[0]!, url));
  else report(measured);
} finally {
  for (const close of closing) await close();
}
process.exit(0);

async function start(name: Profile['name'], server: string, pids: Record<string, Pids>, postgresPid: number): Promise<Profile> {
  const database = await emptyDatabase(server, name);
  const limits: Record<string, string> = isWanted('fairness') ? {} : { SPACE_RATE_LIMIT: '0' };
  const env = { ...limits, SPACE_WEBHOOK_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'info' };
  if (name === 'standalone') {
    const profile = await startStandalone(folder, { ...env, DATABASE_URL: database });
    pids[name] = { postgres: postgresPid, ...pidsOf(profile) };
    return profile;
  }
  const brokers = await startBrokers({ report: say });
  closing.unshift(brokers.stop);
  const profile = await startCluster({
    folder,
    database_url: database,
    nats_url: brokers.nats_url,
    kafka_brokers: brokers.kafka_brokers,
    gateways: 1,
    env,
  });
  pids[name] = {
    postgres: postgresPid,
    ...pidsOf(profile),
    ...(brokers.nats && brokers.kafka ? { nats: brokers.nats.pid, kafka: brokers.kafka.pid } : {}),
  };
  return profile;
}

async function emptyDatabase(server: string, name: string): Promise<string> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return new URL(name, server).href;
}

async function compareRequests(profiles: readonly Profile[], pids: Record<string, Pids>): Promise<void> {
  const systems: MeasuredSystem[] = [];
  for (const profile of profiles) systems.push({ subject: await subject(profile, CONTACTS), pids: pids[profile.name]! });
  const database = profiles[0]!.connection.database_url!;
  await fill(database, 'spc_floor_list', CONTACTS);
  await withRequestFloor(database, join(folder, 'floor.log'), async (url) => {
    if (isWanted('list')) measured.comparisons.push(await compareLists(url, systems, SECONDS));
    if (isWanted('create')) measured.comparisons.push(await compareCreates(url, systems, SECONDS));
  });
}

async function measureTables(profiles: readonly Profile[]): Promise<void> {
  for (const profile of profiles) {
    say(`A table of ${ROWS.toLocaleString('en')} rows on ${profile.name} …`);
    const server = profile.programs.find(({ name }) => name === 'standalone' || name === 'tables')!;
    await withTablesFloor(profile, async (url) => {
      measured.tables[profile.name] = await measureTable(await subject(profile, 0), url, ROWS, SECONDS, server.pid);
    });
  }
}

/** Runs the floor of tables while `act` measures. */
async function withTablesFloor(profile: Profile, act: (url: string) => Promise<void>): Promise<void> {
  const database = await emptyDatabase(profile.connection.database_url!, `floor_${profile.name}`);
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const floor = await startProgram({
    name: 'tables-floor',
    file: 'scripts/bench/tables-floor.ts',
    args: [String(port), database],
    logFile: join(folder, `floor-${profile.name}.log`),
    env: {},
    ready: async () => (await fetch(`${url}/readyz`)).ok,
  });
  await act(url).finally(() => floor.stop());
}

async function measurePublicPages(profiles: readonly Profile[]): Promise<void> {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const floor = await startProgram({
    name: 'pages-floor',
    file: 'scripts/bench/pages-floor.ts',
    args: [String(port)],
    logFile: join(folder, 'pages-floor.log'),
    env: {},
    ready: async () => (await fetch(`${url}/readyz`)).ok,
  });
  for (const profile of profiles) {
    say(`Public pages on ${profile.name} …`);
    measured.figures[`public pages, ${profile.name}`] = await measurePages(await subject(profile, 0), url, SECONDS);
  }
  await floor.stop();
}

function pidsOf(profile: Profile): Pids {
  return Object.fromEntries(profile.programs.map((program) => [program.name, program.pid]));
}

/** Runs webhook receivers while `act` measures. */
async function withReceivers(act: (url: string) => Promise<void>): Promise<void> {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const receivers = await startProgram({
    name: 'receivers',
    file: 'scripts/bench/receivers.ts',
    args: [String(port)],
    logFile: join(folder, 'receivers.log'),
    env: {},
    ready: async () => (await fetch(`${url}/samples`)).ok,
  });
  await act(url);
  await receivers.stop();
}

async function compareIsolation(profiles: readonly Profile[], url: string): Promise<void> {
  for (const profile of profiles) {
    say(`One dead receiver, and many simultaneous retries, on ${profile.name} …`);
    measured.isolation[profile.name] = await measureIsolation(await subject(profile, 0), url, ISOLATION);
    measured.backlog[profile.name] = await measureBacklog(await subject(profile, 0), url, BACKLOG);
  }
}

async function compareGrowth(profile: Profile, receivers_url: string): Promise<void> {
  const system = { profile, pids: systemPids[profile.name]!, receivers_url };
  const growths: Growth[] = [];
  // A measurement that fails leaves the results before it.
  try {
    for await (const growth of measureGrowth(system, SECONDS / 2, isQuick, say)) growths.push(growth);
  } finally {
    if (growths.length > 0) reportGrowth(profile.name, growths, isQuick);
  }
}

async function compareWebhooks(profiles: readonly Profile[], pids: Record<string, Pids>, url: string): Promise<void> {
  for (const profile of profiles) {
    say(`Webhooks on ${profile.name} …`);
    const one = await subject(profile, 0);
    for (const rate of webhookRates(profile.name))
      measured.webhooks[`${profile.name} at ${rate}/s`] = await measureWebhooks(one, url, pids[profile.name]!, { ...WEBHOOKS, rate });
  }
}
