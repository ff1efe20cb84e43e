import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../step.ts';
import { type Figure, isMet } from './figure.ts';
import type { BacklogRun, IsolationRun } from './isolation.ts';
import type { Comparison } from './requests.ts';
import type { TableRun } from './tables.ts';
import type { WebhookRun } from './webhooks.ts';

/** All results of a benchmark run. */
export interface Measurements {
  comparisons: Comparison[];
  tables: Record<string, TableRun>;
  /** The figures by area and profile. */
  figures: Record<string, readonly Figure[]>;
  webhooks: Record<string, WebhookRun>;
  isolation: Record<string, IsolationRun>;
  backlog: Record<string, BacklogRun>;
  idle_mb: Record<string, number>;
  start_ms: Record<string, number>;
}

/** Goals by figure: ratios to the floor. */
const goals: Readonly<Record<string, number>> = {
  'list 50 of 10,000 contacts, standalone': 0.95,
  'list 50 of 10,000 contacts, cluster': 0.75,
  'create a contact with its event, standalone': 0.6,
  'create a contact with its event, cluster': 0.45,
};
/** Goals at the lowest rate: latency to the receivers in milliseconds, and CPU seconds of 1,000 deliveries. */
const latencyGoals: Readonly<Record<string, readonly [p50: number, p99: number, cpu: number]>> = {
  standalone: [3, 35, 0.35],
  cluster: [12, 80, 0.55],
};
/** Deliveries per second that must be sustained, by profile. */
export const sustained: Readonly<Record<string, number>> = { standalone: 4_500, cluster: 3_600 };
/** The latency in milliseconds above which the lag counts as growing. */
const LAG_MS = 1_000;
/** Maximum ratio of the 99th percentile with a dead receiver to that without. */
const ISOLATION_GOAL = 1.1;
const memoryGoal = (name: string): number => (name === 'standalone' ? 250 : 120);

const row = (...cells: (string | number)[]): string =>
  cells
    .map((cell, index) =>
      typeof cell === 'number'
        ? cell.toFixed(cell < 1 ? 3 : cell < 10 ? 2 : 0).padStart(14)
        : index === 0
          ? cell.padEnd(44)
          : cell.padStart(14),
    )
    .join(' ');

/** Prints the table and writes bench/latest.json. */
export function report(measured: Measurements): void {
  const lines: string[] = ['', row('requests', 'per second', 'p50 ms', 'p99 ms', 'CPU s/1,000', '× floor', 'goal')];
  for (const { name, floor, measured: profiles } of measured.comparisons) {
    lines.push(row(`${name}, floor`, floor.per_second, floor.p50_ms, floor.p99_ms, '', '', ''));
    for (const [profile, one] of Object.entries(profiles)) {
      const goal = goals[`${name}, ${profile}`]!;
      lines.push(
        `${row(`${name}, ${profile}`, one.per_second, one.p50_ms, one.p99_ms, one.cpu_seconds_per_1000, one.ratio, `≥ ${goal}`)}${one.ratio >= goal ? '' : '  MISSED'}${one.not_2xx > 0 ? `  ${one.not_2xx} FAILED` : ''}`,
      );
    }
  }
  for (const [profile, run] of Object.entries(measured.tables)) lines.push('', ...tableLines(profile, run));
  for (const [title, figures] of Object.entries(measured.figures))
    lines.push('', row(title, 'measured', 'unit', 'goal', ...floorCells(figures)), ...figures.map(figureLine));
  lines.push('', row('commit → webhook received', 'deliveries/s', 'p50 ms', 'p99 ms', 'CPU s/1,000', 'goal'));
  for (const [profile, run] of Object.entries(measured.webhooks)) lines.push(...webhookLines(profile, run));
  for (const [profile, run] of Object.entries(measured.isolation))
    lines.push(
      '',
      row(`${run.healthy} healthy receivers, ${run.events_per_second}/s`, 'p99 ms', 'with a dead one', 'with / without', 'goal'),
      `${row(profile, run.without_p99_ms, run.with_p99_ms, run.ratio, `≤ ${ISOLATION_GOAL}`)}${run.ratio <= ISOLATION_GOAL ? '' : '  MISSED'}${run.lost > 0 ? `  ${run.lost} LOST` : ''}`,
    );
  for (const [profile, run] of Object.entries(measured.backlog))
    lines.push(
      '',
      row(`${run.due_at_once.toLocaleString('en')} simultaneous retries`, 'drained/s', 'first p50 ms', 'first p99 ms'),
      `${row(profile, run.drained_per_second, run.first_p50_ms, run.first_p99_ms)}${run.left > 0 ? `  ${run.left} LEFT` : ''}`,
    );
  lines.push('', row('idle', 'MB', 'goal', 'start ms'));
  for (const [name, mb] of Object.entries(measured.idle_mb))
    lines.push(`${row(name, mb, `≤ ${memoryGoal(name)}`, measured.start_ms[name] ?? '')}${mb <= memoryGoal(name) ? '' : '  MISSED'}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  mkdirSync(join(root, 'bench'), { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.versions.node };
  writeFileSync(latest, `${JSON.stringify({ machine, ...withEarlier(measured) }, null, 2)}\n`);
}

const latest = join(root, 'bench', 'latest.json');

/** Returns the figures of this run, and earlier ones for the parts that it left out. */
function withEarlier(measured: Measurements): Record<string, unknown> {
  const earlier: Record<string, object> = existsSync(latest) ? JSON.parse(readFileSync(latest, 'utf8')) : {};
  const parts = Object.entries(measured).map(([part, figures]) => [
    part,
    Array.isArray(figures) ? (figures.length > 0 ? figures : (earlier[part] ?? [])) : { ...earlier[part], ...figures },
  ]);
  return Object.fromEntries(parts);
}

function webhookLines(name: string, run: WebhookRun): string[] {
  const profile = name.split(' ')[0]!;
  const [p50, p99, cpu] = latencyGoals[profile]!;
  const rate = sustained[profile]!;
  const wanted = run.events_per_second * run.receivers;
  const isPaced = wanted < 0.95 * rate;
  const isMet = isPaced ? run.p50_ms <= p50 && run.p99_ms <= p99 && run.cpu_seconds_per_1000 <= cpu : run.p99_ms <= LAG_MS;
  const goal = isPaced ? `≤ ${p50}, ${p99}, ${cpu}` : wanted < 1.05 * rate ? `no lag` : '';
  const shown = (figures: Readonly<Record<string, number>>, digits: number) =>
    Object.entries(figures)
      .map(([process, figure]) => `${process} ${figure.toFixed(digits)}`)
      .join(', ');
  return [
    `${row(name, run.deliveries_per_second, run.p50_ms, run.p99_ms, run.cpu_seconds_per_1000, goal)}${goal === '' || isMet ? '' : '  MISSED'}${run.received < run.expected ? `  ${run.expected - run.received} LOST` : ''}`,
    `    CPU s/1,000: ${shown(run.cpu_by_process, 3)}`,
    `    MB: ${shown(run.mb_by_process, 0)}`,
  ];
}

/** Returns the titles of the floor and the ratio to it, if one of the figures has a floor. */
const floorCells = (figures: readonly Figure[]): string[] => (figures.some(({ floor }) => floor !== undefined) ? ['floor', '× floor'] : []);

function figureLine(figure: Figure): string {
  const { name, value, unit, goal, is_goal_of_value, bound, floor } = figure;
  const shownGoal = `${bound === 'least' ? '≥' : '≤'} ${goal}${floor === undefined || is_goal_of_value ? '' : ' ×'}`;
  const cells = floor === undefined ? [] : [floor, value / floor];
  return `${row(name, value, unit, shownGoal, ...cells)}${isMet(figure) ? '' : '  MISSED'}`;
}

/** Maximum memory of the process that serves tables, in MB. */
const TABLES_MB = 350;

function tableLines(profile: string, { rows, figures, peak_mb }: TableRun): string[] {
  const isMet = ({ unit, value, goal, floor, ratio_goal }: TableRun['figures'][number]) => {
    if (ratio_goal !== undefined) return value / floor! >= ratio_goal[profile as 'standalone' | 'cluster'];
    return unit === 'ms' ? value <= goal! : value >= goal!;
  };
  const goalOf = ({ unit, goal, ratio_goal }: TableRun['figures'][number]) =>
    ratio_goal ? `≥ ${ratio_goal[profile as 'standalone' | 'cluster']} ×` : `${unit === 'ms' ? '≤' : '≥'} ${goal}`;
  return [
    row(`a table of ${rows.toLocaleString('en')} rows, ${profile}`, 'measured', 'unit', 'floor', '× floor', 'goal'),
    ...figures.map(
      (figure) =>
        `${row(figure.name, figure.value, figure.unit, figure.floor ?? '', figure.floor ? figure.value / figure.floor : '', goalOf(figure))}${isMet(figure) ? '' : '  MISSED'}${figure.not_2xx ? `  ${figure.not_2xx} FAILED` : ''}`,
    ),
    `${row('memory at its peak, MB', peak_mb, '', '', '', `≤ ${TABLES_MB}`)}${peak_mb <= TABLES_MB ? '' : '  MISSED'}`,
  ];
}
