/** A Kubernetes object, reduced to the fields that the checks read. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
}

/** A container of a pod. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { name: string; value?: string; valueFrom?: unknown }[];
  readonly ports?: readonly { name: string; containerPort: number; hostPort?: number }[];
  readonly resources?: { limits?: Record<string, string>; requests?: Record<string, string> };
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly privileged?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly runAsUser?: number;
    readonly runAsNonRoot?: boolean;
    readonly seccompProfile?: { type: string };
    readonly capabilities?: { drop?: readonly string[]; add?: readonly string[] };
  };
  readonly startupProbe?: unknown;
  readonly livenessProbe?: unknown;
  readonly readinessProbe?: unknown;
}

/** A pod's specification. */
export interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: { readonly runAsNonRoot?: boolean; readonly runAsUser?: number; readonly seccompProfile?: { type: string } };
  readonly volumes?: readonly Record<string, unknown>[];
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

/** Returns the pod specification of a manifest, or undefined. */
export function podOf({ kind, spec }: Manifest): PodSpec | undefined {
  if (kind === 'Pod') return spec as PodSpec;
  const template = (spec as { template?: { spec: PodSpec } } | undefined)?.template;
  return template?.spec;
}

/** Returns all containers of a pod, init containers first. */
export const containersOf = ({ containers, initContainers = [] }: PodSpec): Container[] => [...initContainers, ...containers];

const volumes = new Set(['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret']);

/**
 * Returns a sentence for each violation of the level "restricted" of the Pod Security Standards, and of two rules of our
 * own: a read-only root file system and no token for the API server.
 */
export function violations(pod: PodSpec): string[] {
  const found: string[] = [];
  const must = (holds: boolean, sentence: string): void => void (holds || found.push(sentence));
  must(!pod.hostNetwork && !pod.hostPID && !pod.hostIPC, 'shares a namespace of its host');
  must(pod.automountServiceAccountToken === false, 'mounts a token for the API server');
  for (const { name: _name, ...source } of pod.volumes ?? [])
    must(
      Object.keys(source).every((kind) => volumes.has(kind)),
      `mounts a volume of kind ${Object.keys(source).join()}`,
    );
  for (const container of containersOf(pod)) {
    const own = container.securityContext ?? {};
    const said = (sentence: string): string => `${container.name} ${sentence}`;
    must(own.runAsNonRoot ?? pod.securityContext?.runAsNonRoot ?? false, said('may run as root'));
    must((own.runAsUser ?? pod.securityContext?.runAsUser ?? 0) !== 0, said('names no user other than root'));
    must(
      ['RuntimeDefault', 'Localhost'].includes((own.seccompProfile ?? pod.securityContext?.seccompProfile)?.type ?? ''),
      said('has no seccomp profile'),
    );
    must(own.allowPrivilegeEscalation === false, said('may gain privileges'));
    must(!own.privileged, said('is privileged'));
    must(own.capabilities?.drop?.includes('ALL') ?? false, said('keeps capabilities'));
    must(
      (own.capabilities?.add ?? []).every((capability) => capability === 'NET_BIND_SERVICE'),
      said('adds capabilities'),
    );
    must(own.readOnlyRootFilesystem === true, said('may write to its root file system'));
    must(
      (container.ports ?? []).every(({ hostPort }) => !hostPort),
      said('takes a port of its host'),
    );
  }
  return found;
}
