import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { fieldWords, paletteOf } from './field-words.ts';
import type { FormField } from './form.ts';

/** Renders a button for each type of field, by group. */
export const FieldPalette = ({
  types,
  onAdd,
}: {
  readonly types: readonly FormField['type'][];
  readonly onAdd: (type: FormField['type']) => void;
}): ReactElement => (
  <section className="form-palette" aria-label="Add a field">
    {paletteOf(types).map(([label, group]) => (
      <div key={label}>
        <h3 className="soft">{label}</h3>
        <div className="row">
          {group.map((type) => (
            <Button key={type} small onClick={() => onAdd(type)}>
              <span className="hidden-text">Add </span>
              {fieldWords(type).name}
            </Button>
          ))}
        </div>
      </div>
    ))}
  </section>
);
