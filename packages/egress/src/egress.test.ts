import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import { request } from 'undici';
import { BlockedAddressError, createEgress } from './egress.ts';

const nowhere = async (): Promise<string[]> => {
  throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
};
const rules = createEgress({}, nowhere);

const literals = [
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.1',
  '127.1',
  '0',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '127.0.0.1.',
  '127.0.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '168.63.129.16',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::1]',
  '[2002:a9fe:a9fe::]',
  '[2001::1]',
  '[2001:0:a9fe:a9fe::]',
  '[fe80::1]',
  '[fe80::1%25eth0]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[5f00::1]',
  '[3fff::1]',
];
const names = [
  'localhost',
  'localhost.',
  'foo.localhost',
  'ⓛocalhost',
  'metadata.google.internal',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  'postgres',
  'printer.local',
  'router.home.arpa',
];
const whole = [
  '',
  'not a url',
  '//example.com',
  'https:example.com',
  'https:///127.0.0.1/',
  'http://example.com/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://user:secret@example.com/',
  'https://example.com@127.0.0.1/',
  'https://127.0.0.1\\@example.com',
  'https://exa\tmple.com/',
  'https://example.com/\r\nHost: x',
  'https://example.com:0/',
  'https://example.com:22/',
  'https://example.com:80/',
  'https://example.com:5432/',
  'https://example.com:6443/',
  'https://example.com:8080/',
  'https://example.com:99999/',
  ' https://example.com/',
];

test.each([...literals.map((host) => `https://${host}/`), ...names.map((host) => `https://${host}/`), ...whole])(
  '%j is rejected as a webhook URL',
  async (url) => {
    await expect(rules.validateUrl(url)).rejects.toMatchObject({ code: 'unsafe_url' });
  },
);

test.each([
  'https://hooks.example.com/a?b=c',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://example.com:8443/',
  'https://bücher.example/',
])('%j is accepted as a public https address', async (url) => {
  await expect(rules.validateUrl(url)).resolves.toBeUndefined();
});

test('SPACE_WEBHOOK_PORTS replaces the ports of public addresses', async () => {
  const rules = createEgress({ SPACE_WEBHOOK_PORTS: '443, 8000-8999' }, nowhere);
  for (const port of [443, 8_000, 8_999]) await expect(rules.validateUrl(`https://example.com:${port}/`)).resolves.toBeUndefined();
  for (const port of [80, 7_999, 9_000])
    await expect(rules.validateUrl(`https://example.com:${port}/`)).rejects.toThrow('use 443, 8000-8999');
});

test('rejects a name with one private address among public ones', async () => {
  const mixed = createEgress({}, async () => ['93.184.216.34', '10.0.0.1']);
  await expect(mixed.validateUrl('https://mixed.example.com/')).rejects.toThrow(Problem);
  await expect(mixed.addresses('mixed.example.com')).rejects.toThrow(BlockedAddressError);
});

test('does not reveal the addresses of a name in its error', async () => {
  const inside = createEgress({}, async () => ['10.1.2.3']);
  await expect(inside.validateUrl('https://inside.example.com/')).rejects.toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('10.1.2.3') }),
  );
});

test('an allowed range permits its addresses over http and https, and no other', async () => {
  const development = createEgress({ SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' }, nowhere);
  await expect(development.validateUrl('http://127.0.0.1:3000/hook')).resolves.toBeUndefined();
  await expect(development.validateUrl('https://127.0.0.1:3000/hook')).resolves.toBeUndefined();
  await expect(development.validateUrl('http://10.0.0.1/')).rejects.toMatchObject({ code: 'unsafe_url' });
  await expect(development.validateUrl('http://example.com/')).rejects.toMatchObject({ code: 'unsafe_url' });
});

test('an agent connects only to the addresses that were checked for this connection', async () => {
  const server = createServer((_request, response) => response.end('reached'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://receiver.example.com:${(server.address() as AddressInfo).port}/`;
  const limits = { connections: 1, keepAliveMs: 1, connectTimeoutMs: 2_000 };
  const open = createEgress({ SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' }, async () => ['127.0.0.1']).agent(limits);
  const closed = createEgress({}, async () => ['127.0.0.1']).agent(limits);
  try {
    const answer = await request(url, { dispatcher: open });
    expect(await answer.body.text()).toBe('reached');
    await expect(request(url, { dispatcher: closed })).rejects.toThrow(BlockedAddressError);
  } finally {
    await Promise.all([open.destroy(), closed.destroy()]);
    server.close();
  }
});
