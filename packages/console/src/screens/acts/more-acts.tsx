import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { fillPath } from '../../api/request-url.ts';
import type { Arguments } from '../../api/send.ts';
import { routes } from '../../made/routes.ts';
import { Button } from '../../parts/button.tsx';
import { labelOf } from '../../parts/label.ts';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { readsBelow } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { canOpen } from '../../shell/navigation.ts';
import { useSpace } from '../../shell/session.tsx';
import { type Act, actsOf, idOf, mayCall, relatedPaths } from './act.ts';
import { ActDialog } from './act-dialog.tsx';
import { askedSchema, initialValues } from './act-form.ts';
import { editThing } from './edit-thing.ts';
import { parentList } from './parent-list.ts';
import { useInputs } from './use-inputs.ts';

/** Props of the menu of further acts: the read of the screen, its parameters, and the thing that it shows. */
export interface MoreActsProps {
  readonly contract: string;
  readonly name: string;
  readonly args?: Arguments;
  readonly value?: Arguments | undefined;
  readonly etag?: string | undefined;
  /** The ids of operations that the screen has elsewhere, such as `contacts.update`. */
  readonly except?: readonly string[];
}

/** Renders a menu of every operation that belongs to a screen and that the screen does not have elsewhere; nothing without one. */
export function MoreActs({ contract, name, args = {}, value, etag, except = [] }: MoreActsProps): ReactElement | null {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<Act>();
  const path = routes[contract]?.[name]?.[1] ?? '';
  const { create, edit, remove, others } = actsOf(path);
  const offered = [create, edit, ...others, remove].filter((act) => act !== undefined && !except.includes(idOf(act))) as readonly Act[];
  const inputs = useInputs(offered.map((act) => act.contract));
  const inputOf = (act: Act) => inputs?.[act.contract]?.[act.name];
  const allowed = offered.filter((act) => inputOf(act) && mayCall(space, act, inputOf(act)?.role));
  const views = placesBelow(path, args).filter(([rest]) => canOpen(space, rest, rest.startsWith('/settings') ? 'admin' : undefined));
  if (allowed.length + views.length === 0) return !inputs && offered.some((act) => mayCall(space, act)) ? <MenuPlace /> : null;
  const input = opened && inputOf(opened);
  return (
    <>
      <Menu
        trigger={
          <Button>
            <MenuLabel />
          </Button>
        }
      >
        {allowed.map((act) => (
          <MenuItem key={idOf(act)} onClick={() => setOpened(act)}>
            {inputOf(act)?.summary}
          </MenuItem>
        ))}
        {views.map(([rest, filled]) => (
          <MenuItem key={rest} onClick={() => navigate(spacePath(space.id, filled))}>
            Show {labelOf(rest.slice(1).replaceAll(/[/-]/g, ' ')).toLowerCase()}
          </MenuItem>
        ))}
      </Menu>
      {opened && input && (
        <ActDialog
          key={idOf(opened)}
          act={opened}
          input={input}
          known={knownOf(opened, args)}
          {...(opened === edit &&
            value && {
              initial: initialValues(askedSchema(input.schema, knownOf(opened, args)), value),
              onSend: (values: Arguments) =>
                editThing(
                  queries,
                  {
                    space_id: space.id,
                    act: opened,
                    schema: input.schema,
                    known: knownOf(opened, args),
                    value,
                    etag,
                    title: nameOf(value),
                  },
                  values,
                ),
            })}
          etag={opened === edit || opened === remove ? etag : undefined}
          onClose={() => setOpened(undefined)}
          onDone={(answer) => {
            const list = opened === remove ? parentList(fillPath(path, args)) : undefined;
            if (list !== undefined) navigate(spacePath(space.id, list), { replace: true });
            void queries.invalidateQueries({ queryKey: ['space', space.id] });
            const isPlain =
              !input.confidential && (opened === edit || opened === create || opened.method === 'DELETE' || answer === undefined);
            if (isPlain && !(opened === edit && value)) sayDone(`Done: ${input.summary.toLowerCase()}.`);
            if (list !== undefined) return 'leave';
            return isPlain ? 'close' : 'show';
          }}
        />
      )}
    </>
  );
}

const MenuLabel = (): ReactElement => (
  <>
    More acts
    <ChevronDown size={14} aria-hidden="true" />
  </>
);

/** Holds the place of the menu while its operations are being loaded, so that nothing moves when it appears. */
const MenuPlace = (): ReactElement => (
  <Button className="awaited" disabled aria-hidden="true">
    <MenuLabel />
  </Button>
);

/** Returns the name of a thing for a sentence. */
const nameOf = ({ name, title, id }: Arguments): string => [name, title, id].find((one) => typeof one === 'string' && one !== '') as string;

/** Returns the parameters of a screen that the path of an act has. */
export const knownOf = ({ path }: Pick<Act, 'path'>, args: Arguments): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => path.split('/').includes(`:${name}`)));

/** Returns the reads to which the screen of a list leads: those with a fixed last word, and those that are related to it. */
function placesBelow(path: string, args: Arguments): readonly (readonly [path: string, filled: string])[] {
  const isList = Object.values(routes).some((operations) =>
    Object.values(operations).some(([method, own, , answer]) => method === 'GET' && own === path && answer !== 'one'),
  );
  const below = isList ? readsBelow({ path } as Parameters<typeof readsBelow>[0]).map((read) => read.path) : [];
  const fixed = below.filter((one) => !one.split('/').at(-1)!.startsWith(':'));
  return [...fixed, ...relatedPaths(path)].map((one) => [one, fillPath(one, args)] as const);
}
