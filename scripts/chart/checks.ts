import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { run } from '../brokers/program.ts';
import { mismatchedServices, unknownComposeSettings, unknownSettings } from './agreement.ts';
import { ALERT_TESTS, ALERTS, incompleteAlerts, runbookRules, unknownSeries } from './alerts.ts';
import { type Check, type CheckCounts, checklist, type Report, ran } from './checklist.ts';
import { composeFaults, composeServices, openPorts } from './compose.ts';
import { CHART, type Rendered, render, valueSets } from './helm.ts';
import { imageFault } from './image.ts';
import { installFaults } from './install-commands.ts';
import { schemaViolations } from './kubeconform.ts';
import { unknownNamesInCommands } from './operator-commands.ts';
import { egressFaults, missingSafeguards, objectStoreFaults, openings, scannerFaults } from './policies.ts';
import { containersOf, podOf, violations } from './restricted.ts';
import { findTool, type Tool } from './tools.ts';

/**
 * Checks the chart, docker-compose.yml, the Dockerfile, the alerts and their runbooks, without a cluster and without
 * Docker. Reports one line per check. Skips checks whose tool can be neither found nor built.
 */
export async function checkChart(report: Report): Promise<CheckCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'space-chart-'));
  const { check, counts } = checklist(report);
  const tool = (name: Tool): Promise<string | undefined> =>
    findTool(name, report).catch((error: Error) => {
      report(`Go could not build ${name}: ${error.message}`);
      return undefined;
    });
  try {
    await check('services/, the chart, docker-compose.yml and its Prometheus name the same services', mismatchedServices);
    await check('docker-compose.yml is valid for Compose', () => composeFaults(report));
    await check('docker-compose.yml publishes ports to this machine only', openPorts);
    await check('docker-compose.yml sets only settings that processes know', unknownComposeSettings);
    await check('images in docker-compose.yml and the Dockerfile have exact versions', imageFaults);
    await check('every alert has a runbook, a summary, a severity and a test', incompleteAlerts);
    await check('alerts, dashboard and runbooks query metrics that exist', unknownSeries);
    const promtool = await tool('promtool');
    await check('the rules are valid', () => ran(promtool, ['check', 'rules', '--lint=all', '--lint-fatal', ALERTS]));
    await check('the alerts fire in the tests of alerts.test.yaml', () => ran(promtool, ['test', 'rules', ALERT_TESTS]));
    await check('the queries of the runbooks are valid', async () => {
      const file = join(folder, 'runbooks.yaml');
      await writeFile(file, stringify(runbookRules()));
      return ran(promtool, ['check', 'rules', '--lint=none', file]);
    });
    await check("docker-compose.yml's Prometheus configuration is valid", () =>
      ran(promtool, ['check', 'config', '--syntax-only', join(CHART, 'observability', 'prometheus.yml')]),
    );
    const helm = await tool('helm');
    await check('the commands that install the chart render it, and create the Secrets that pods read', () => installFaults(helm));
    await check('commands in documents name objects that exist', () => unknownNamesInCommands(helm));
    await checkRendered(helm, await tool('kubeconform'), folder, check);
    await checkRefused(helm, folder, check);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return counts;
}

const openingsOf = ({ manifests }: Rendered): string[] => openings(manifests);
const egressOf = ({ manifests }: Rendered, name: string): string[] => egressFaults(manifests, name === 'default');
const objectsOf = ({ manifests }: Rendered): string[] => objectStoreFaults(manifests);
const scannerOf = ({ manifests }: Rendered): string[] => scannerFaults(manifests);
const withPolicies: readonly unknown[] = [openingsOf, egressOf, objectsOf, scannerOf];

/** Promises that every set of values must render to. */
const promises: Readonly<Record<string, (rendered: Rendered, name: string) => string[]>> = {
  'pods are restricted and their images have exact versions': podFaults,
  'every setting is one that processes know': ({ manifests }) => unknownSettings(manifests),
  'Deployments have probes, limits and budgets': ({ manifests }) => missingSafeguards(manifests),
  'NetworkPolicies deny by default and block private ranges': openingsOf,
  'services that reach the internet do so at the ports that the API accepts': egressOf,
  'only services with an object store reach it': objectsOf,
  'only the service that asks the virus scanner reaches it': scannerOf,
};

async function checkRendered(helm: string | undefined, kubeconform: string | undefined, folder: string, check: Check): Promise<void> {
  for (const [name, values] of Object.entries(valueSets)) {
    await check(`${name}: helm lint finds nothing`, () => ran(helm, ['lint', '--strict', CHART, ...values]));
    let rendered: Rendered | undefined;
    await check(`${name}: objects match the schemas of Kubernetes`, async () => {
      if (!helm || !kubeconform) return undefined;
      rendered = await render(helm, values);
      const file = join(folder, `${name}.yaml`);
      await writeFile(file, rendered.text);
      return schemaViolations(kubeconform, [file]);
    });
    // The set `least` disables NetworkPolicies.
    for (const [promise, faults] of Object.entries(promises))
      if (name !== 'least' || !withPolicies.includes(faults)) await check(`${name}: ${promise}`, () => rendered && faults(rendered, name));
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
      const errors = await run(helm, ['template', 'space', CHART, '--values', file]).then(
        () => undefined,
        (error: { cause: { stderr: string } }) => error.cause.stderr,
      );
      if (errors === undefined) return ['it was accepted'];
      return errors.includes(says) ? [] : [`the error does not mention ${says}: ${errors}`];
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
