import { contactsService } from '@space/contacts';
import { Problem, scopes } from '@space/contracts/core';
import { type ActivityLine, activityLog, keyDirectory } from '@space/contracts/platform';
import { type Service, serving } from '@space/runtime';
import { startServices, type TestPorts, type TestServices } from '@space/runtime/testing';
import { tablesService } from '@space/tables';
import { eventsService } from '../src/service.ts';

/** Keys as a test says they are, by id; a key that nothing is said of may do everything. */
export interface Keys {
  readonly refused: Map<string, string>;
  readonly scopes: Map<string, readonly string[]>;
  /** Keys of which nobody can say anything right now. */
  readonly unknown: Set<string>;
  /** What an answer about a key waits for. */
  readonly gates: Map<string, Promise<void>>;
  /** What the activity log was told. */
  readonly lines: ActivityLine[];
  readonly service: Service;
}

/** The gateway's answers about keys, and its activity log, without a gateway. */
export function someKeys(): Keys {
  const keys = {
    refused: new Map<string, string>(),
    scopes: new Map<string, readonly string[]>(),
    unknown: new Set<string>(),
    gates: new Map(),
    lines: [] as ActivityLine[],
  };
  const service: Service = {
    name: 'gateway',
    schema: 'events',
    emits: false,
    open: () => ({
      serves: [
        serving(keyDirectory, {
          judge: async ({ input: { id } }) => {
            await keys.gates.get(id);
            if (keys.unknown.has(id)) throw new Problem('unavailable', 'Nobody can say.');
            const refusal = keys.refused.get(id) ?? null;
            return { refusal, scopes: refusal === null ? [...(keys.scopes.get(id) ?? scopes)] : [] };
          },
        }),
        serving(activityLog, {
          note: async ({ input: { line } }) => {
            keys.lines.push(line);
            return { noted: true as const };
          },
        }),
      ],
    }),
  };
  return { ...keys, service };
}

/** Runs contacts, tables and events, on a fresh database or on that of other ports. */
export const startAutomations = (keys: Keys = someKeys(), ports?: TestPorts): Promise<TestServices> =>
  startServices([keys.service, contactsService, tablesService, eventsService], ports);
