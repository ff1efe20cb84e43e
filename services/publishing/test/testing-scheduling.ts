import { type Bus, createEndpoint } from '@space/bus';
import { subjectOf } from '@space/contracts/core';
import { schedulingDirectory } from '@space/contracts/scheduling';

/** Answers for scheduling, which is another service: forms and booking pages by the Space that has them. */
export interface TestScheduling {
  /** Adds a form or a booking page to a Space. */
  add(space: string, id: string, name: string): void;
  /** Takes one away. */
  remove(space: string, id: string): void;
  /** What was asked so far, oldest first. */
  readonly asked: { readonly form_ids: readonly string[]; readonly booking_page_ids: readonly string[] }[];
}

/** Stands in for the scheduling service on a bus. */
export async function startScheduling(bus: Bus): Promise<TestScheduling> {
  const things = new Map<string, string>();
  const asked: TestScheduling['asked'] = [];
  const found = (space: string, ids: readonly string[], prefix: string) =>
    ids.flatMap((id) => {
      const name = id.startsWith(prefix) ? things.get(`${space} ${id}`) : undefined;
      return name === undefined ? [] : [{ id, name }];
    });
  const { resolve } = schedulingDirectory.operations;
  await bus.serve('scheduling', [
    {
      subject: subjectOf('scheduling_directory', 'resolve'),
      answer: createEndpoint('scheduling_directory.resolve', resolve, async ({ input, caller }) => {
        asked.push(input);
        return {
          forms: found(caller.space_id, input.form_ids, 'frm_'),
          booking_pages: found(caller.space_id, input.booking_page_ids, 'bkp_'),
        };
      }),
    },
  ]);
  return {
    add: (space, id, name) => void things.set(`${space} ${id}`, name),
    remove: (space, id) => void things.delete(`${space} ${id}`),
    asked,
  };
}
