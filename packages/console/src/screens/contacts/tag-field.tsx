import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId } from 'react';
import { TextField } from '../../parts/field.tsx';
import { useSpace } from '../../shell/session.tsx';
import { tagsList } from './contact.ts';

/** Props of the field: its text, the tags that it does not suggest, and those that it suggests in place of all. */
export interface TagFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  readonly without?: readonly string[];
  readonly only?: readonly string[];
}

/** Renders a field for the name of a tag that suggests the tags of the Space. A new name creates the tag. */
export function TagField({ value, onChange, label = 'Tag', without = [], only }: TagFieldProps): ReactElement {
  const space = useSpace();
  const id = useId();
  const { data } = useQuery(tagsList(space.id));
  const names = (only ?? (data?.data ?? []).map(({ name }) => name)).filter((name) => !without.includes(name));
  return (
    <>
      <TextField label={label} maxLength={64} list={id} value={value} onChange={(event) => onChange(event.target.value)} />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
