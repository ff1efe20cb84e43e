import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checklist, type Faults, ran } from '../checklist.ts';
import { CHART, render, valueSets } from '../helm.ts';
import { type PodSpec, podOf } from '../restricted.ts';
import { findTool } from '../tools.ts';
import { type ApiServer, startApiServer } from './server.ts';

/**
 * Installs the chart into a real API server, with each set of values, in a namespace that enforces "restricted". The API
 * server validates what schemas cannot express: nested ranges, names, immutable fields, Pod Security admission. Building
 * it takes ten minutes, once; CI does not run this.
 */
const report = (line: string): void => void process.stdout.write(`${line}\n`);
const [helm, etcd, apiserver] = [await findTool('helm', report), await findTool('etcd', report), await findTool('kube-apiserver', report)];
if (!helm || !etcd || !apiserver) throw new Error('Go is needed to build Helm, etcd and the API server.');

const folder = await mkdtemp(join(tmpdir(), 'space-apiserver-'));
const server = await startApiServer(etcd, apiserver, folder);
const { check, counts } = checklist(report);
const withHelm = (...args: string[]): Promise<Faults> => ran(helm, [...args, '--namespace', 'space'], { KUBECONFIG: server.kubeconfig });
try {
  await prepare(server);
  for (const [name, values] of Object.entries(valueSets)) {
    await check(`${name}: helm upgrade --install`, () => withHelm('upgrade', '--install', 'space', CHART, '--reset-values', ...values));
    const { manifests } = await render(helm, values);
    for (const manifest of manifests) {
      const pod = podOf(manifest);
      if (pod) await check(`${name}: the pod of ${manifest.kind} ${manifest.metadata.name} is admitted`, () => admission(pod));
    }
  }
  await check('a pod that may run as root is rejected, so admission is active', async () => {
    const [pod] = (await render(helm, valueSets.least!)).manifests.flatMap((manifest) => podOf(manifest) ?? []);
    const refusal = await admission({ ...pod!, securityContext: { ...pod!.securityContext, runAsNonRoot: false } });
    return refusal[0]?.includes('PodSecurity') ? [] : [`it was not: ${refusal.join()}`];
  });
  await check('helm rollback', () => withHelm('rollback', 'space', '1'));
  await check('helm uninstall', () => withHelm('uninstall', 'space'));
} finally {
  await server.stop();
  if (counts.failed === 0) await rm(folder, { recursive: true, force: true });
}
report(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** Creates the objects that the controllers of a cluster would create; they do not run here. */
async function prepare({ post }: ApiServer): Promise<void> {
  await post('/api/v1/namespaces', { metadata: { name: 'space', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } });
  await post('/api/v1/namespaces/space/serviceaccounts', { metadata: { name: 'default' } });
  await post('/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name: 'high' }, value: 1000 });
}

async function admission(spec: PodSpec): Promise<string[]> {
  const { status, message } = await server.post('/api/v1/namespaces/space/pods?dryRun=All', { metadata: { generateName: 'tried-' }, spec });
  return status === 201 && message === '' ? [] : [`${status} ${message}`];
}
