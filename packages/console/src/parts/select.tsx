import { Select as Base } from '@base-ui/react/select';
import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';

/** Props of a select: its name for readers, its value and its choices. */
export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly onChoose: (value: Value) => void;
  readonly disabled?: boolean;
}

/** Renders a choice of one value from a list. */
export function Select<Value extends string>({ label, value, choices, onChoose, disabled = false }: SelectProps<Value>): ReactElement {
  return (
    <Base.Root
      value={value}
      onValueChange={(chosen) => chosen !== null && onChoose(chosen)}
      items={choices.map(([choice, text]) => ({ value: choice, label: text }))}
      disabled={disabled}
    >
      <Base.Trigger className="select-trigger" aria-label={label}>
        <Base.Value />
        <ChevronsUpDown size={14} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="positioner" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="popup">
            <Base.List>
              {choices.map(([choice, text]) => (
                <Base.Item key={choice} className="item" value={choice}>
                  <Base.ItemText>{text}</Base.ItemText>
                  <Base.ItemIndicator className="tail">✓</Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
