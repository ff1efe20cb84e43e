import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

/** Props of a menu: the element that opens it, and its items. */
export interface MenuProps {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly side?: 'top' | 'bottom';
}

/** Renders a menu that arrows move through. */
export function Menu({ trigger, children, side = 'bottom' }: MenuProps): ReactElement {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="positioner" side={side} align="start" sideOffset={6}>
          <Base.Popup className="popup">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Renders an item of a menu. */
export function MenuItem({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }): ReactElement {
  return (
    <Base.Item className="item" onClick={onClick}>
      {children}
    </Base.Item>
  );
}

/** Renders a group of items of which one is chosen. */
export function MenuChoices<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly onChoose: (value: Value) => void;
}): ReactElement {
  return (
    <Base.Group>
      <Base.GroupLabel className="item-label">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen: Value) => onChoose(chosen)}>
        {choices.map(([choice, text]) => (
          <Base.RadioItem key={choice} className="item" value={choice} closeOnClick>
            {text}
            <Base.RadioItemIndicator className="tail">✓</Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

/** Renders a line between items of a menu. */
export const MenuDivider = (): ReactElement => <Base.Separator className="divider" />;
