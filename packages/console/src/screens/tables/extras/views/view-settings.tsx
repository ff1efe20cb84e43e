import type { ReactElement } from 'react';
import type { Arguments } from '../../../../api/send.ts';
import type { Table } from '../../table/table.ts';
import { SelectField } from '../parts/select-field.tsx';
import { type ViewType, viewFieldsOf, withSetting } from './view-draft.ts';

/** Props of the settings of a view. */
export interface ViewSettingsProps {
  readonly table: Table;
  readonly type: ViewType;
  readonly config: Arguments;
  readonly onChange: (config: Arguments) => void;
  readonly faultOf: (path: string, withBelow?: boolean) => string | undefined;
}

/** Renders the settings that the type of a view has: its columns, and how it begins. */
export const ViewSettings = ({ table, type, config, onChange, faultOf }: ViewSettingsProps): ReactElement => (
  <>
    {viewFieldsOf(type).map(({ name, label, required, fits }) => (
      <SelectField
        key={name}
        label={label}
        value={config[name] === undefined ? '' : String(config[name])}
        choices={
          typeof fits === 'function'
            ? [
                ['', required ? 'Choose a column' : 'None'],
                ...table.columns.filter(fits).map(({ key, label: text }) => [key, text] as const),
              ]
            : fits
        }
        fault={faultOf(`config.${name}`, true)}
        onChoose={(text) => onChange(withSetting(config, name, text))}
      />
    ))}
  </>
);
