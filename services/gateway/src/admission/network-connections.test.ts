import { createServer, type Server } from 'node:http';
import { Duplex } from 'node:stream';
import { beforeEach, expect, test } from '@jest/globals';
import { metrics } from '@space/runtime';
import { limitNetworkConnections } from './network-connections.ts';

const MAX = 2;

let server: Server;
beforeEach(() => {
  server = createServer();
  limitNetworkConnections(server, { SPACE_MAX_NETWORK_CONNECTIONS: MAX, SPACE_TRUSTED_PROXIES: '10.0.0.0/8' });
});

/** Connects from an address, which no test can choose for a connection of TCP. */
function connectFrom(remoteAddress: string): Duplex {
  const socket = Object.assign(new Duplex({ read() {}, write() {} }), { remoteAddress, setTimeout() {} });
  server.emit('connection', socket);
  return socket;
}

const isOpen = (socket: Duplex): boolean => !socket.destroyed;
const closedConnections = async () =>
  (await metrics.connectionsClosed.get()).values.find(({ labels }) => labels.reason === 'network')?.value ?? 0;

test('closes and counts a connection above the bound of its network, and accepts one after another has closed', async () => {
  const before = await closedConnections();
  const sockets = Array.from({ length: MAX + 1 }, () => connectFrom('192.0.2.1'));
  expect(sockets.map(isOpen)).toEqual([true, true, false]);
  expect((await closedConnections()) - before).toBe(1);
  expect(isOpen(connectFrom('192.0.2.2'))).toBe(true);
  const closed = new Promise((done) => sockets[0]!.once('close', done));
  sockets[0]!.destroy();
  await closed;
  expect([connectFrom('::ffff:192.0.2.1'), connectFrom('192.0.2.1')].map(isOpen)).toEqual([true, false]);
});

test('an IPv6 /64 is one network', () => {
  const sockets = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map(connectFrom);
  expect(sockets.map(isOpen)).toEqual([true, true, false, true]);
});

test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.1.2.3'])('%s, of the own machine or of a trusted proxy, has no bound', (address) => {
  expect(Array.from({ length: 2 * MAX }, () => connectFrom(address)).every(isOpen)).toBe(true);
});
