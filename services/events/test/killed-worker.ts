import { inProcessBus, type Reply } from '@space/bus';
import { type Caller, scopes, subjectOf } from '@space/contracts/core';
import { automations } from '@space/contracts/events';
import { rows, tables } from '@space/contracts/tables';
import { callAs, FakeClock, newSpaceCaller, testPorts } from '@space/runtime/testing';
import { startAutomations } from './automation-services.ts';

/** What the process is told: its database, the time, and whether it makes the automation and queues its run. */
export interface KilledWorkerOptions {
  readonly url: string;
  readonly now: number;
  readonly begins: boolean;
}

/** What the first process says of what it made. */
export interface Begun {
  readonly caller: Caller;
  readonly table_id: string;
  readonly automation_id: string;
  readonly run_id: string;
}

/** A process that gets SIGKILL right after an action of a run was carried out, before that is written down. */
const { url, now, begins } = JSON.parse(process.argv[2]!) as KilledWorkerOptions;
const bus = inProcessBus();
const dieAfter = (reply: Reply): Reply => {
  if (!reply.problem && !reply.replayed) process.kill(process.pid, 'SIGKILL');
  return reply;
};
const deadly: typeof bus = {
  ...bus,
  request: async (subject, request) => {
    const reply = await bus.request(subject, request);
    return subject === subjectOf(rows.name, 'create') ? dieAfter(reply) : reply;
  },
};
const clock = new FakeClock(now);
setInterval(() => clock.advance(100), 100);
const ports = await testPorts({ url, bus: deadly, clock });
await startAutomations(undefined, ports);
if (begins) {
  const caller: Caller = { ...newSpaceCaller(), scopes };
  const call = callAs(ports, caller);
  const { id: table_id } = await call(tables, 'create', { name: 'Log', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const line = (name: string) => ({ operation: 'rows.create', arguments: { table_id, data: { name } } });
  const { id: automation_id } = await call(automations, 'create', {
    name: 'Three lines',
    trigger: { manual: true },
    actions: [line('{{payload.word}}'), line('after {{steps.0.id}}'), line('after {{steps.1.id}}')],
  });
  const { run_id } = await call(automations, 'run', { id: automation_id, payload: { word: 'first' } });
  const begun: Begun = { caller, table_id, automation_id, run_id };
  process.stdout.write(JSON.stringify(begun));
}
