import type { ReactElement } from 'react';
import { TextField } from '../../parts/field.tsx';
import { labelOf } from '../../parts/label.ts';

/** The texts of filters by their keys. */
export type FilterTexts = Readonly<Record<string, string>>;

/** Props of the fields of filters. */
export interface FilterFieldsProps {
  readonly keys: readonly string[];
  readonly texts: FilterTexts;
  readonly faultOf: (key: string) => string | undefined;
  readonly onChange: (texts: FilterTexts) => void;
}

/** Returns true for a key such as `tag_id` where the name is a key, too: both would have one label. */
const isIdOfName = (key: string, keys: readonly string[]): boolean => key.endsWith('_id') && keys.includes(key.slice(0, -3));

/** Renders a text field for each key by which an event is filtered. */
export const FilterFields = ({ keys, texts, faultOf, onChange }: FilterFieldsProps): ReactElement => (
  <div className="filters">
    {keys.map((key) => (
      <TextField
        key={key}
        label={isIdOfName(key, keys) ? `${labelOf(key)} id` : labelOf(key)}
        {...(key === 'actor_kind' && { placeholder: 'person, api_key, agent …' })}
        fault={faultOf(key)}
        value={texts[key] ?? ''}
        onChange={(event) => onChange({ ...texts, [key]: event.target.value })}
      />
    ))}
  </div>
);
