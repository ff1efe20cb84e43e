import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrokers } from '../brokers/brokers.ts';
import { BrokersFailure } from '../brokers/failure.ts';
import type { Brokers } from '../brokers/options.ts';
import { type Run, suites, sumSummaries } from './suites.ts';
import { formatSummary, type TestSummary } from './test-summary.ts';

/**
 * `npm test` runs every part: checks, unit, integration, the end-to-end suites on the standalone profile and again on
 * the cluster profile, and the chart. Names of parts select some; what else is given goes to jest. The last line is
 * the sum. Where NATS and Kafka cannot be had the cluster part is skipped with one loud line;
 * SPACE_REQUIRE_CLUSTER=1 turns that into a failure.
 */
const words = process.argv.slice(2);
const chosen = words.filter((word) => word in suites);
const names = chosen.length > 0 ? chosen : Object.keys(suites);
const needsBrokers = names.includes('cluster') || (chosen.length === 0 && names.includes('integration'));
const folder = await mkdtemp(join(tmpdir(), 'space-test-'));
const brokers = needsBrokers ? await brokersOrLoudLine() : undefined;
const run: Run = { folder, brokers, rest: words.filter((word) => !(word in suites)) };
const tallies: TestSummary[] = [];

try {
  for (const name of names) {
    const began = performance.now();
    process.stdout.write(`\n=== ${name}\n`);
    const tally = name === 'cluster' && !brokers ? withoutCluster() : await suites[name]!(run).catch(asFailure);
    tallies.push(tally);
    process.stdout.write(`--- ${name}: ${formatSummary(tally)} (${Math.round((performance.now() - began) / 1_000)} s)\n`);
  }
} finally {
  await brokers?.stop();
}

const total = sumSummaries(tallies);
if (total.failed === 0) await rm(folder, { recursive: true, force: true });
else process.stdout.write(`\nReports and logs are in ${folder}.\n`);
process.stdout.write(`\n${formatSummary(total)}\n`);
process.exit(total.failed === 0 ? 0 : 1);

async function brokersOrLoudLine(): Promise<Brokers | undefined> {
  try {
    return await startBrokers({ report: (line) => process.stdout.write(`${line}\n`) });
  } catch (error) {
    if (!(error instanceof BrokersFailure) || error.code !== 'missing') throw error;
    process.stdout.write(`\n!!! NO CLUSTER: ${error.message}\n`);
    return undefined;
  }
}

function withoutCluster(): TestSummary {
  const isRequired = process.env.SPACE_REQUIRE_CLUSTER === '1';
  process.stdout.write(
    `!!! The cluster part ${isRequired ? 'FAILED: it is required' : 'WAS SKIPPED'}, because there is no NATS and no Kafka.\n`,
  );
  return isRequired ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 };
}

function asFailure(error: unknown): TestSummary {
  process.stdout.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return { passed: 0, failed: 1, skipped: 0 };
}
