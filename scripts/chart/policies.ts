import { OUTGOING_PORTS } from '@space/contracts/core';
import { serviceEntries } from '../../services/manifest.ts';
import { containersOf, type Manifest, podOf } from './restricted.ts';

type Labels = Readonly<Record<string, string>>;
interface EgressRule {
  readonly to?: readonly { ipBlock?: { cidr: string; except?: readonly string[] } }[];
  readonly ports?: readonly { port: number; endPort?: number }[];
}
interface Policy {
  readonly podSelector: { matchLabels: Labels };
  readonly policyTypes: readonly string[];
  readonly egress?: readonly EgressRule[];
  readonly ingress?: readonly unknown[];
}

/** Private ranges: a webhook that reaches one of these is an attack. */
const inside = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16', '127.0.0.0/8'];
const anywhere = ['0.0.0.0/0', '::/0', '2000::/3'];

/** Returns a sentence for each pod without a default-deny policy and each egress rule that reaches private ranges. */
export function openings(manifests: readonly Manifest[]): string[] {
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ metadata, spec }) => ({ name: metadata.name, ...(spec as Policy) }));
  const denials = policies.filter(({ policyTypes, egress, ingress }) => policyTypes.length === 2 && !egress && !ingress);
  const pods = manifests.filter((manifest) => podOf(manifest) && manifest.kind !== 'Pod');
  const undenied = pods.filter((pod) => !denials.some(({ podSelector }) => fits(podSelector.matchLabels, labelsOf(pod))));
  const blocks = policies.flatMap(({ name, egress = [] }) =>
    egress.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => (ipBlock ? [{ name, ...ipBlock }] : []))),
  );
  const wide = blocks.filter(({ cidr }) => anywhere.includes(cidr));
  return [
    ...undenied.map(({ metadata }) => `${metadata.name} has no default-deny policy`),
    ...wide
      .filter(({ cidr, except = [] }) => cidr === '0.0.0.0/0' && !inside.every((range) => except.includes(range)))
      .map(({ name }) => `${name} allows private addresses`),
    ...wide.filter(({ cidr }) => cidr === '::/0').map(({ name }) => `${name} allows private IPv6 addresses`),
    ...wide.filter(({ name }) => !name.endsWith('-internet')).map(({ name }) => `${name} opens the internet`),
  ];
}

/** Returns the rules to public addresses of the pods with these labels. */
const internetRulesOf = (policies: readonly Policy[], labels: Labels): EgressRule[] =>
  policies
    .filter(({ podSelector }) => fits(podSelector.matchLabels, labels))
    .flatMap(({ egress = [] }) => egress)
    .filter(({ to = [] }) => to.some(({ ipBlock }) => anywhere.includes(ipBlock?.cidr ?? '')));

/**
 * Returns a sentence for each service whose pods reach public addresses otherwise than `services/manifest.ts` says, or at
 * other ports than the API accepts. `isDefault` is true for the values of the chart, which open OUTGOING_PORTS.
 */
export function egressFaults(manifests: readonly Manifest[], isDefault: boolean): string[] {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as Policy);
  const accepted = manifests.find(({ kind, data }) => kind === 'ConfigMap' && data?.SPACE_WEBHOOK_PORTS)?.data?.SPACE_WEBHOOK_PORTS;
  const usual = OUTGOING_PORTS.join(',');
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  return [
    ...(isDefault && accepted !== usual ? [`the API accepts the ports ${accepted} and not ${usual} by default`] : []),
    ...serviceEntries.flatMap(({ name, internet }) => {
      const deployment = deployments.find(({ metadata }) => metadata.name === `space-${name}`);
      if (!deployment) return [];
      const rules = internetRulesOf(policies, labelsOf(deployment));
      if (!internet) return rules.length > 0 ? [`${name} reaches the internet, which services/manifest.ts does not say`] : [];
      const opened = rules.flatMap(({ ports = [] }) => ports.map(({ port, endPort }) => (endPort ? `${port}-${endPort}` : `${port}`)));
      return opened.join(',') === accepted ? [] : [`${name} reaches the ports ${opened.join(',') || '–'}, and the API accepts ${accepted}`];
    }),
  ];
}

/** Returns a sentence for each service whose pods reach the object store otherwise than `services/manifest.ts` says. */
export function objectStoreFaults(manifests: readonly Manifest[]): string[] {
  const opened = manifests
    .filter(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name.endsWith('-objects'))
    .map(({ spec }) => (spec as Policy).podSelector.matchLabels);
  return manifests
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap((deployment) => {
      const entry = serviceEntries.find(({ name }) => deployment.metadata.name === `space-${name}`);
      const isOpen = opened.some((selector) => fits(selector, labelsOf(deployment)));
      return entry && isOpen !== (entry.object_store === true) ? [`${entry.name} reaches the object store: ${isOpen}`] : [];
    });
}

/** Returns a sentence unless exactly the service that asks the virus scanner reaches it, and only in an installation that has one. */
export function scannerFaults(manifests: readonly Manifest[]): string[] {
  const hasScanner = manifests.some(({ kind, data }) => kind === 'ConfigMap' && Boolean(data?.SPACE_SCANNER));
  const opened = manifests.filter(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name.endsWith('-scanner'));
  const names = opened.map(({ metadata }) => metadata.name).join(', ');
  return names === (hasScanner ? 'space-library-scanner' : '') ? [] : [`the virus scanner is open by: ${names || 'nothing'}`];
}

/** Returns a sentence for each missing probe, limit, request, metrics port and disruption budget of a Deployment. */
export function missingSafeguards(manifests: readonly Manifest[]): string[] {
  const budgets = manifests
    .filter(({ kind }) => kind === 'PodDisruptionBudget')
    .map(({ spec }) => (spec as { selector: { matchLabels: Labels } }).selector.matchLabels);
  return manifests
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap((deployment) => {
      const lacks: [string, boolean][] = containersOf(podOf(deployment)!)
        .filter(({ name }) => name !== 'migrate')
        .flatMap((container) => [
          ['a startup probe', container.startupProbe !== undefined],
          ['a liveness probe', container.livenessProbe !== undefined],
          ['a readiness probe', container.readinessProbe !== undefined],
          ['a memory limit', container.resources?.limits?.memory !== undefined],
          ['a CPU request', container.resources?.requests?.cpu !== undefined],
          ['the port for metrics', container.ports?.some(({ name }) => name === 'metrics') ?? false],
        ]);
      const allLacks: [string, boolean][] = [
        ...lacks,
        ['a disruption budget', budgets.length === 0 || budgets.some((selector) => fits(selector, labelsOf(deployment)))],
      ];
      return allLacks.filter(([, there]) => !there).map(([what]) => `${deployment.metadata.name} lacks ${what}`);
    });
}

const fits = (selector: Labels, labels: Labels): boolean => Object.entries(selector).every(([key, value]) => labels[key] === value);
const labelsOf = ({ spec }: Manifest): Labels => (spec as { template: { metadata: { labels: Labels } } }).template.metadata.labels;
