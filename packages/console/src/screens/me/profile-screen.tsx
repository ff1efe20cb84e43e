import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { PERSON_KEY, updatePerson } from '../../api/person.ts';
import { Button } from '../../parts/button.tsx';
import { Choices, TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { ZoneField } from '../../parts/zone-field.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { themes, useTheme } from '../../shell/person-menu.tsx';
import { useSignedIn } from '../../shell/session.tsx';
import { Spaces } from './spaces.tsx';

/** Renders the profile of the person: name, zone and colours. */
export function ProfileScreen(): ReactElement {
  const { person } = useSignedIn();
  const queries = useQueryClient();
  const setTheme = useTheme();
  const [name, setName] = useState(person.name);
  const [timezone, setTimezone] = useState(person.timezone ?? '');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const faults = error instanceof ApiError ? error.errors : [];
  const faultOf = (field: string) => faults.find(({ path }) => path === field)?.message;
  async function save(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await updatePerson({ name: name.trim(), timezone: timezone === '' ? null : timezone });
      await queries.invalidateQueries({ queryKey: PERSON_KEY });
      sayDone('Your profile is saved.');
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <PageHead title="Profile" about={`You sign in as ${person.email}.`} />
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void save();
        }}
      >
        <TextField
          label="Name"
          autoComplete="name"
          required
          maxLength={200}
          fault={faultOf('name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <ZoneField
          help={`Times are shown in it. Empty uses the zone of the browser, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
          fault={faultOf('timezone')}
          value={timezone}
          isRequired={false}
          onChange={setTimezone}
        />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row">
          <Button type="submit" look="primary" disabled={isBusy}>
            Save
          </Button>
        </div>
      </form>
      <div className="card">
        <Choices legend="Colours" name="theme" value={person.theme} choices={themes} onChoose={setTheme} />
      </div>
      <Spaces />
    </>
  );
}
