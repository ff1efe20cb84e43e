import { containersOf, type Manifest, podOf } from './restricted.ts';

type Labels = Readonly<Record<string, string>>;
interface Policy {
  readonly podSelector: { matchLabels: Labels };
  readonly policyTypes: readonly string[];
  readonly egress?: readonly { to?: readonly { ipBlock?: { cidr: string; except?: readonly string[] } }[] }[];
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
