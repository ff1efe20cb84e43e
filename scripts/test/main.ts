import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrokers } from '../brokers/brokers.ts';
import { BrokersFailure } from '../brokers/failure.ts';
import type { Brokers } from '../brokers/options.ts';
import { buildConsole, isBuilt } from '../console/build.ts';
import { readArguments } from './arguments.ts';
import { heldOutput, type Output, terminal } from './output.ts';
import { currentShard } from './shard.ts';
import { needBrokers, phases, suites } from './suites.ts';
import { formatSummary, oneFailure, sumSummaries, type TestSummary } from './test-summary.ts';

/**
 * `npm test` runs every suite: checks, unit, integration, the end-to-end tests on the standalone and on the cluster profile,
 * launches, faults and the chart. Of the tests that the catalog derives it runs the shard of the commit. `npm test SUITE… FILE…`
 * selects some suites, with every test; options such as `-t` go to jest. The last line is
 * the sum. Without NATS and Kafka the cluster suites are skipped with one loud line; SPACE_REQUIRE_CLUSTER=1 makes that
 * a failure. Suites that run at the same time print one after the other. SPACE_TEST_REPORTS names a folder for
 * copies of the reports and logs, which are removed after a passed run otherwise. Failed tests are listed again before the
 * last line.
 */
const { suites: chosen, files, options } = readArguments(process.argv.slice(2), Object.keys(suites));
const planned = phases.map((lanes) =>
  lanes.map((lane) => lane.filter((name) => chosen.length === 0 || chosen.includes(name))).filter((lane) => lane.length > 0),
);
const extra = chosen.filter((name) => !phases.flat(2).includes(name));
const names = [...planned.flat(2), ...extra];
if (chosen.length === 0) useShard(currentShard());
const folder = await mkdtemp(join(tmpdir(), 'space-test-'));
const brokers = needsBrokers() ? await brokersOrLoudLine() : undefined;
const summaries: TestSummary[] = [];
if (names.includes('standalone') || names.includes('cluster')) await buildMissingConsole();

try {
  for (const lanes of [...planned, [extra]])
    await Promise.all(
      lanes.map(async (lane, index) => {
        for (const name of lane) await runSuite(name, index === 0 ? terminal : heldOutput(join(folder, `${name}.log`)));
      }),
    );
} finally {
  await brokers?.stop();
}

const total = sumSummaries(summaries);
if (process.env.SPACE_TEST_REPORTS) await copyReports(process.env.SPACE_TEST_REPORTS);
if (total.failed === 0) await rm(folder, { recursive: true, force: true });
else process.stdout.write(`\nFailed:\n${total.failures!.map((line) => `  ${line}\n`).join('')}\nReports and logs are in ${folder}.\n`);
process.stdout.write(`\n${formatSummary(total)}\n`);
process.exit(total.failed === 0 ? 0 : 1);

/** Lets each suite run a shard of the tests that the catalog derives, and says how to run the others. */
function useShard(shard: string): void {
  process.env.SPACE_SHARD = shard;
  terminal.say(`Shard ${shard} of the tests that the catalog derives; SPACE_SHARD=1/1 npm test runs all of them.`);
}

/** Runs one suite and adds its summary. A suite that throws is a failure. */
async function runSuite(name: string, output: Output): Promise<void> {
  const began = performance.now();
  output.say(`\n=== ${name}`);
  const run = { folder, brokers, files, options, output };
  const summary = needBrokers.has(name) && !brokers ? withoutCluster(name) : await suites[name]!(run).catch(asFailure);
  summaries.push({ ...summary, failures: failuresOfSuite(name, summary) });
  output.say(`--- ${name}: ${formatSummary(summary)} (${Math.round((performance.now() - began) / 1_000)} s)`);
  await output.show();

  function asFailure(error: unknown): TestSummary {
    output.say(error instanceof Error ? error.stack! : String(error));
    return oneFailure;
  }
}

/** Returns the failed tests of a suite, each with its name; one line with their number if it knows none. */
function failuresOfSuite(name: string, { failed, failures = [] }: TestSummary): string[] {
  if (failed > 0 && failures.length === 0) return [`${name}: ${failed} failed; see above`];
  return failures.map((failure) => `${name}: ${failure}`);
}

/** Builds the browser app, which the profiles serve. */
async function buildMissingConsole(): Promise<void> {
  if (await isBuilt()) return;
  terminal.say('Building the console …');
  await buildConsole();
}

/** Copies the reports of jest and the logs of suites to a folder. */
async function copyReports(target: string): Promise<void> {
  for (const name of await readdir(folder)) if (/\.(json|log)$/.test(name)) await cp(join(folder, name), join(target, name));
}

/** Integration tests need brokers for the adapters in packages/bus and packages/event-log only. */
function needsBrokers(): boolean {
  if (names.some((name) => needBrokers.has(name))) return true;
  return names.includes('integration') && (files.length === 0 || files.some((file) => /^packages\/(bus|event-log)\b/.test(file)));
}

async function brokersOrLoudLine(): Promise<Brokers | undefined> {
  try {
    return await startBrokers({ report: terminal.say });
  } catch (error) {
    if (!(error instanceof BrokersFailure) || error.code !== 'missing') throw error;
    terminal.say(`\n!!! NO CLUSTER: ${error.message}`);
    return undefined;
  }
}

function withoutCluster(name: string): TestSummary {
  const isRequired = process.env.SPACE_REQUIRE_CLUSTER === '1';
  terminal.say(`!!! The suite ${name} ${isRequired ? 'FAILED: it is required' : 'WAS SKIPPED'}, because there is no NATS and no Kafka.`);
  return isRequired ? oneFailure : { passed: 0, failed: 0, skipped: 1 };
}
