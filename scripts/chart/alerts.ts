import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metrics } from '@space/runtime';
import { parse } from 'yaml';
import { codeSpans } from '../documents/code-blocks.ts';
import { CHART } from './helm.ts';

/** A rule of Prometheus. */
interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const ROOT = join(CHART, '..', '..');
const RUNBOOKS = 'docs/runbooks';
/** The rules of the chart and of docker-compose.yml. */
export const ALERTS = join(CHART, 'files', 'alerts.yaml');
/** The unit tests of the rules, for promtool. */
export const ALERT_TESTS = join(import.meta.dirname, 'alerts.test.yaml');

/** Returns every rule of the alerts file. */
const rulesOf = (): Rule[] =>
  (parse(readFileSync(ALERTS, 'utf8'), { merge: true }) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);

/** Returns a sentence for each alert without runbook, summary, severity or test, and for each runbook without an alert. */
export function incompleteAlerts(): string[] {
  const alerts = rulesOf().filter((rule) => rule.alert !== undefined);
  const tests = readFileSync(ALERT_TESTS, 'utf8');
  const linked = new Set(alerts.map(({ annotations }) => annotations?.runbook_url ?? ''));
  const pages = readdirSync(join(ROOT, RUNBOOKS)).filter((file) => file !== 'README.md');
  return [
    ...alerts
      .filter(({ annotations }) => !existsSync(join(ROOT, annotations?.runbook_url || 'missing')))
      .map(({ alert }) => `${alert} has no runbook`),
    ...alerts.filter(({ annotations }) => !annotations?.summary).map(({ alert }) => `${alert} has no summary`),
    ...alerts
      .filter(({ labels }) => !['page', 'ticket'].includes(labels?.severity ?? ''))
      .map(({ alert }) => `${alert} is neither page nor ticket`),
    ...alerts
      .filter(
        ({ alert, labels }) => !tests.includes(labels?.burn ? `burn: ${labels.burn}` : alert!) && !tests.includes(`burn="${labels?.burn}"`),
      )
      .map(({ alert }) => `${alert} has no test in alerts.test.yaml`),
    ...pages.filter((page) => !linked.has(`${RUNBOOKS}/${page}`)).map((page) => `${page} is the runbook of no alert`),
  ];
}

/** Returns the queries of the dashboard with the panel of each. */
function panelQueries(): { from: string; query: string }[] {
  const { panels } = JSON.parse(readFileSync(join(CHART, 'files', 'dashboard.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ from: `panel "${title}"`, query: expr })));
}

/** Returns the queries in sentences of the runbooks with the place of each. */
const runbookQueries = (): { from: string; query: string }[] =>
  codeSpans
    .filter(
      ({ file, text }) =>
        file.startsWith(RUNBOOKS) && /\w(\{\w+=|\[\d+[mh]\]|\()/.test(text) && /(^| )(sum|rate|topk|increase)\b/.test(text),
    )
    .map(({ file, line, text }) => ({ from: `${file}:${line}`, query: text.replaceAll(/\s+/g, ' ') }));

/** Returns the queries of the runbooks as rules, for promtool. */
export const runbookRules = () => ({
  groups: [{ name: 'runbooks', rules: runbookQueries().map(({ query }, n) => ({ record: `runbook:query:${n}`, expr: query })) }],
});

const outside = /^(up|ALERTS|process_|nodejs_|space:)/;
const selector = /([a-zA-Z_:][\w:]*)\s*\{([^}]*)\}/g;
const matcher = /(\w+)\s*(?:=~|!~|!=|=)\s*"/g;
/** Labels that scrapes and histograms add to a series. */
const added = new Set(['job', 'namespace', 'service', 'le']);

/** Returns a sentence for each metric or label in the alerts, the dashboard or the runbooks that no process exports. */
export function unknownSeries(): string[] {
  const queries = [
    ...rulesOf().map(({ alert, record, expr }) => ({ from: alert ?? record ?? '', query: expr })),
    ...panelQueries(),
    ...runbookQueries(),
  ];
  const declared = new Map(
    Object.values(metrics)
      .map((metric) => metric as unknown as { name: string; labelNames: string[] })
      .map(({ name, labelNames }) => [name, new Set(labelNames)]),
  );
  return queries.flatMap(({ from, query }) =>
    [...query.matchAll(selector)].flatMap(([, series = '', matchers = '']) => {
      if (outside.test(series)) return [];
      const labels = declared.get(series) ?? declared.get(series.replace(/_(bucket|count|sum)$/, ''));
      if (!labels) return [`${from} queries ${series}, which no process exports`];
      return [...matchers.matchAll(matcher)]
        .map(([, label = '']) => label)
        .filter((label) => !added.has(label) && !labels.has(label))
        .map((label) => `${from} queries the label ${label} of ${series}, which does not have it`);
    }),
  );
}
