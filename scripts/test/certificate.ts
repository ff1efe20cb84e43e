import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A certificate for 127.0.0.1. Processes with NODE_EXTRA_CA_CERTS=ca_file trust it. */
export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
  readonly ca_file: string;
}

/** Creates the certificate for the https receivers of a test run. */
export async function makeCertificate(folder: string): Promise<TestCertificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  } as never);
  const ca_file = join(folder, 'ca.pem');
  await writeFile(ca_file, cert);
  return { key, cert, ca_file };
}
