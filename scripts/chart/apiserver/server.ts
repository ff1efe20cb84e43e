import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { openSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../brokers/port.ts';

/** A Kubernetes API server without nodes and controllers: it validates and stores objects, and no pod runs. */
export interface ApiServer {
  readonly kubeconfig: string;
  post(path: string, object: object): Promise<{ status: number; message: string }>;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const START_TIMEOUT_MS = 60_000;

/** Starts etcd and an API server on the loopback address, with their data and logs in `folder`. */
export async function startApiServer(etcd: string, apiserver: string, folder: string): Promise<ApiServer> {
  const [port, store, peers] = [await freePort(), await freePort(), await freePort()];
  const token = randomUUID();
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const key = file('accounts.key', privateKey);
  const url = `http://${HOST}:${store}`;
  const processes = [
    start(etcd, {
      'data-dir': join(folder, 'etcd'),
      'listen-client-urls': url,
      'advertise-client-urls': url,
      'listen-peer-urls': `http://${HOST}:${peers}`,
      'log-level': 'error',
    }),
    start(apiserver, {
      'etcd-servers': url,
      'bind-address': HOST,
      'advertise-address': HOST,
      'secure-port': String(port),
      'cert-dir': join(folder, 'certificates'),
      'service-cluster-ip-range': '10.96.0.0/16',
      'service-account-key-file': key,
      'service-account-signing-key-file': key,
      'service-account-issuer': 'https://kubernetes.default.svc',
      'token-auth-file': file('tokens.csv', `${token},admin,admin,system:masters\n`),
      'authorization-mode': 'RBAC',
    }),
  ];
  const server: ApiServer = {
    kubeconfig: file(
      'kubeconfig',
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'space', cluster: { server: `https://${HOST}:${port}`, 'insecure-skip-tls-verify': true } }],
        users: [{ name: 'space', user: { token } }],
        contexts: [{ name: 'space', context: { cluster: 'space', user: 'space', namespace: 'space' } }],
        'current-context': 'space',
      }),
    ),
    post: (path, object) => ask('POST', path, object),
    async stop() {
      for (const child of processes.toReversed()) await ended(child);
    },
  };
  try {
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; await delay(250)) {
      if ((await ask('GET', '/readyz').catch(() => undefined))?.status === 200) return server;
      if (Date.now() > deadline) throw new Error(`The API server does not answer; its log is in ${folder}.`);
    }
  } catch (error) {
    await server.stop();
    throw error;
  }

  function start(program: string, flags: Readonly<Record<string, string>>): ChildProcess {
    const log = openSync(join(folder, `${program.split('/').at(-1)}.log`), 'a');
    return spawn(
      program,
      Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
      { cwd: folder, stdio: ['ignore', log, log] },
    );
  }

  function ask(method: string, path: string, object?: object): Promise<{ status: number; message: string }> {
    return new Promise((answered, failed) => {
      // The server has a self-signed certificate and listens on this machine only.
      const options = {
        host: HOST,
        port,
        path,
        method,
        rejectUnauthorized: false,
        timeout: 10_000,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      };
      const call = request(options, async (response) => {
        const text = (await response.toArray()).join('');
        const message = text.startsWith('{') ? ((JSON.parse(text) as { message?: string }).message ?? '') : text;
        // Admission returns warnings in a header.
        answered({ status: response.statusCode!, message: message || String(response.headers.warning ?? '') });
      });
      call.on('error', failed).end(object && JSON.stringify(object));
    });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await Promise.race([exit, delay(5_000).then(() => child.kill('SIGKILL'))]);
}
