import { expect } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import type { Contact } from '@space/contracts/contacts';
import { type ArgumentsOf, type Caller, type OutputOf, type Scope, scopes } from '@space/contracts/core';
import { type CallAs, callAs, eventually, newSpaceCaller, type TestServices } from '@space/runtime/testing';

type Run = OutputOf<typeof contracts.automations.operations.list_runs>['data'][number];
type RunWithSteps = OutputOf<typeof contracts.automations.operations.get_run>;
type NewAutomation = ArgumentsOf<typeof contracts.automations.operations.create>;

/** A Space with what tests of automations do in it. */
export interface AutomationSpace {
  readonly caller: Caller;
  readonly call: CallAs;
  /** Creates an automation and answers its id. */
  automate(over: Partial<NewAutomation> & Pick<NewAutomation, 'actions'>): Promise<string>;
  /** Makes something happen: a contact is created. */
  happen(over?: Partial<ArgumentsOf<typeof contracts.contacts.operations.create>>): Promise<Contact>;
  /** The runs of an automation, newest first. */
  runs(automation: string): Promise<Run[]>;
  /** Waits until so many runs of an automation are over, and answers them with their steps, oldest first. */
  over(automation: string, count?: number): Promise<RunWithSteps[]>;
}

/** An action that tags the contact that an event is about. */
export const tagContact = (tag: string) => ({ operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: [tag] } });

let made = 0;

/** Makes a Space whose key has these scopes. */
export function automationSpace({ ports }: Pick<TestServices, 'ports'>, has: readonly Scope[] = scopes, same?: Caller): AutomationSpace {
  const caller: Caller = same ?? { ...newSpaceCaller(), scopes: has };
  const call = callAs(ports, caller);
  const runs = async (id: string) => (await call(contracts.automations, 'list_runs', { id, limit: 200 })).data;
  return {
    caller,
    call,
    runs,
    automate: async (over) =>
      (await call(contracts.automations, 'create', { name: 'Test', trigger: { event_type: 'contact_created' }, ...over })).id,
    happen: (over = {}) => {
      made += 1;
      return call(contracts.contacts, 'create', { name: `Ada ${made}`, email: `ada${made}@example.com`, ...over });
    },
    over: (id, count = 1) =>
      eventually(
        async () => {
          const ended = (await runs(id)).filter(({ finished_at }) => finished_at !== null);
          expect(ended.length).toBe(count);
          const whole = ended.map((run) => call(contracts.automations, 'get_run', { id, run_id: run.id }));
          return (await Promise.all(whole)).toReversed();
        },
        { timeout: 15_000 },
      ),
  };
}
