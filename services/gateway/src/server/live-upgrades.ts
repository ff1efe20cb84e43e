import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { internalProblem, Problem } from '@space/contracts/core';
import type { Admit } from '../admission/connections.ts';
import { isLivePath, type LiveDoor } from '../live-editing/live-door.ts';
import type { Refuse } from './admission.ts';

/** Returns true for a request that becomes a live connection. Node answers any other request with `Upgrade` as if it had none. */
export const isLiveUpgrade = ({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && isLivePath(url);

/** Makes live connections of requests. They are admitted like other requests without a key, and refused with a Problem. */
export function serveUpgrades(server: Server, admit: Admit, refuse: Refuse, door: LiveDoor): void {
  server.on('upgrade', function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.on('error', () => socket.destroy());
    response.once('finish', () => socket.end());
    response.assignSocket(socket as Socket);
    if (!admit(request, response)) return;
    try {
      door.admit(request);
    } catch (error) {
      return refuse(response, error instanceof Problem ? error : internalProblem(), randomUUID());
    }
    response.detachSocket(socket as Socket);
    door.accept(request, socket, head);
  });
}
