import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { run } from '../brokers/program.ts';
import { strayComposeSettings, strayServices, straySettings } from './agreement.ts';
import { ALERT_TESTS, ALERTS, lonelyAlerts, unknownSeries } from './alerts.ts';
import { type ChartTally, type Check, checklist, type Report, ran } from './checklist.ts';
import { composeFaults, composeServices, openPorts } from './compose.ts';
import { CHART, type Rendered, render, valueSets } from './helm.ts';
import { imageFault } from './image.ts';
import { misfits } from './kubeconform.ts';
import { carelessness, openings } from './policies.ts';
import { containersOf, podOf, violations } from './restricted.ts';
import { findTool, type Tool } from './tools.ts';

/**
 * Checks the chart, docker-compose.yml, the Dockerfile, the alerts and their runbooks, without a cluster and without
 * Docker: one line each. What needs a tool that can neither be found nor built is skipped.
 */
export async function checkChart(report: Report): Promise<ChartTally> {
  const folder = await mkdtemp(join(tmpdir(), 'space-chart-'));
  const { check, tally } = checklist(report);
  const tool = (name: Tool): Promise<string | undefined> =>
    findTool(name, report).catch((error: Error) => {
      report(`Go could not build ${name}: ${error.message}`);
      return undefined;
    });
  try {
    await check('services/, the chart, docker-compose.yml and its Prometheus name the same services', strayServices);
    await check('docker-compose.yml is one that Compose reads', () => composeFaults(report));
    await check('docker-compose.yml publishes ports to this machine only', openPorts);
    await check('docker-compose.yml sets what processes know', strayComposeSettings);
    await check('images in docker-compose.yml and the Dockerfile have exact versions', imageFaults);
    await check('every alert has a runbook, a summary, a severity and a test', lonelyAlerts);
    await check('alerts and dashboard ask for metrics that exist', unknownSeries);
    const promtool = await tool('promtool');
    await check('the rules are valid', () => ran(promtool, ['check', 'rules', '--lint=all', '--lint-fatal', ALERTS]));
    await check('the alerts fire when they should and only then', () => ran(promtool, ['test', 'rules', ALERT_TESTS]));
    await check("docker-compose.yml's Prometheus is configured", () =>
      ran(promtool, ['check', 'config', '--syntax-only', join(CHART, 'observability', 'prometheus.yml')]),
    );
    const helm = await tool('helm');
    await checkRendered(helm, await tool('kubeconform'), folder, check);
    await checkRefused(helm, folder, check);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return tally;
}

const openingsOf = ({ manifests }: Rendered): string[] => openings(manifests);

/** What every set of values must render to. */
const promises: Readonly<Record<string, (rendered: Rendered) => string[]>> = {
  'pods are restricted and their images have exact versions': podFaults,
  'processes know every setting': ({ manifests }) => straySettings(manifests),
  'Deployments have probes, limits and budgets': ({ manifests }) => carelessness(manifests),
  'NetworkPolicies shut what should be shut': openingsOf,
};

async function checkRendered(helm: string | undefined, kubeconform: string | undefined, folder: string, check: Check): Promise<void> {
  for (const [name, values] of Object.entries(valueSets)) {
    await check(`${name}: helm lint finds nothing`, () => ran(helm, ['lint', '--strict', CHART, ...values]));
    let rendered: Rendered | undefined;
    await check(`${name}: objects fit the schemas of Kubernetes`, async () => {
      if (!helm || !kubeconform) return undefined;
      rendered = await render(helm, values);
      const file = join(folder, `${name}.yaml`);
      await writeFile(file, rendered.text);
      return misfits(kubeconform, [file]);
    });
    // With NetworkPolicies off there are none to judge.
    for (const [promise, faults] of Object.entries(promises))
      if (name !== 'least' || faults !== openingsOf) await check(`${name}: ${promise}`, () => rendered && faults(rendered));
  }
}

async function checkRefused(helm: string | undefined, folder: string, check: Check): Promise<void> {
  const refused = parse(await readFile(join(import.meta.dirname, 'refused.yaml'), 'utf8')) as {
    because: string;
    values: object;
    says: string;
  }[];
  for (const { because, values, says } of refused)
    await check(`refused: ${because}`, async () => {
      if (!helm) return undefined;
      const file = join(folder, 'refused.yaml');
      await writeFile(file, stringify(values));
      const said = await run(helm, ['template', 'space', CHART, '--values', file]).then(
        () => undefined,
        (error: { cause: { stderr: string } }) => error.cause.stderr,
      );
      if (said === undefined) return ['it was taken'];
      return said.includes(says) ? [] : [`it was refused without a word of ${says}: ${said}`];
    });
}

function podFaults({ manifests }: Rendered): string[] {
  return manifests.flatMap((manifest) => {
    const pod = podOf(manifest);
    if (!pod) return [];
    const images = containersOf(pod).map(({ image }) => imageFault(image));
    return [...violations(pod), ...images.filter((fault) => fault !== undefined)].map(
      (fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`,
    );
  });
}

async function imageFaults(): Promise<string[]> {
  const dockerfile = await readFile(join(CHART, '..', '..', 'Dockerfile'), 'utf8');
  const variables = Object.fromEntries([...dockerfile.matchAll(/^ARG (\w+)=(\S+)/gm)].map(([, name, value]) => [name, value]));
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) =>
    image.replace(/\$\{(\w+)\}/g, (_, name: string) => variables[name] ?? ''),
  );
  const images = [...bases, ...Object.values(composeServices()).map(({ image }) => image)];
  return images.map(imageFault).filter((fault) => fault !== undefined);
}
