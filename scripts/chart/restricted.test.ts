import { expect, test } from '@jest/globals';
import { type PodSpec, violations } from './restricted.ts';

const good: PodSpec = {
  automountServiceAccountToken: false,
  securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
  volumes: [{ name: 'tmp', emptyDir: {} }],
  containers: [
    {
      name: 'gateway',
      image: 'space-api:1.0.0',
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    },
  ],
};
const container = good.containers[0]!;
const withContainer = (security: object): PodSpec => ({
  ...good,
  containers: [{ ...container, securityContext: { ...container.securityContext, ...security } }],
});

test('a pod of the chart has no violation', () => {
  expect(violations(good)).toEqual([]);
});

test.each<[string, PodSpec]>([
  ['may run as root', withContainer({ runAsNonRoot: false })],
  ['may run as root', { ...good, securityContext: { runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } } }],
  ['names no user other than root', withContainer({ runAsUser: 0 })],
  ['has no seccomp profile', withContainer({ seccompProfile: { type: 'Unconfined' } })],
  ['may gain privileges', withContainer({ allowPrivilegeEscalation: undefined })],
  ['keeps capabilities', withContainer({ capabilities: { drop: ['NET_RAW'] } })],
  ['adds capabilities', withContainer({ capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] } })],
  ['may write to its root file system', withContainer({ readOnlyRootFilesystem: false })],
  ['mounts a volume of kind hostPath', { ...good, volumes: [{ name: 'host', hostPath: { path: '/' } }] }],
  ['mounts a token', { ...good, automountServiceAccountToken: true }],
  ['shares a namespace of its host', { ...good, hostNetwork: true }],
  [
    'may run as root',
    {
      ...good,
      initContainers: [
        { name: 'migrate', image: 'space-api:1.0.0', securityContext: { ...container.securityContext, runAsNonRoot: false } },
      ],
    },
  ],
])('%s is seen', (sentence, pod) => {
  expect(violations(pod)).toEqual([expect.stringContaining(sentence)]);
});
