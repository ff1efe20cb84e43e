import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactElement, ReactNode } from 'react';

/** A tab: its name and its panel. */
export interface TabPanel {
  readonly name: string;
  readonly label: string;
  readonly panel: ReactNode;
}

/** Renders panels of which one is seen. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly TabPanel[] }): ReactElement {
  return (
    <Base.Root defaultValue={tabs[0]?.name}>
      <Base.List className="tabs" aria-label={label}>
        {tabs.map(({ name, label: text }) => (
          <Base.Tab key={name} value={name} className="tab">
            {text}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ name, panel }) => (
        <Base.Panel key={name} value={name} className="tab-panel">
          {panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
