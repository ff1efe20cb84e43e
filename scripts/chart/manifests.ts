import { containersOf, type Manifest, podOf } from './restricted.ts';

/** Returns each key of a Secret that a pod reads, as `name key`. */
export const secretKeys = (manifests: readonly Manifest[]): ReadonlySet<string> =>
  new Set(
    manifests
      .flatMap((manifest) => containersOf(podOf(manifest) ?? { containers: [] }))
      .flatMap(({ env = [] }) => env)
      .map(({ valueFrom }) => (valueFrom as { secretKeyRef?: { name: string; key: string } } | undefined)?.secretKeyRef)
      .flatMap((secret) => (secret ? [`${secret.name} ${secret.key}`] : [])),
  );

/** Selected is the kind of objects that a command of kubectl selects by labels; `kubectl logs` selects pods. */
export type Selected = 'pods' | 'jobs' | 'deployment';

const labelsOf = ({ kind, metadata, spec }: Manifest, selected: Selected): Manifest['metadata']['labels'] => {
  if (selected === 'pods') return (spec as { template?: Pick<Manifest, 'metadata'> } | undefined)?.template?.metadata?.labels;
  return kind === { jobs: 'Job', deployment: 'Deployment' }[selected] ? metadata.labels : undefined;
};

/** Returns each label of the selected objects, as `key=value`. */
export const labels = (manifests: readonly Manifest[], selected: Selected): ReadonlySet<string> =>
  new Set(manifests.flatMap((manifest) => Object.entries(labelsOf(manifest, selected) ?? {}).map((entry) => entry.join('='))));
