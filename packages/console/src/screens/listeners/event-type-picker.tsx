import { type ReactElement, useState } from 'react';
import { eventTypes } from '../../made/event-types.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { typesText } from '../listening/listener.ts';
import { groupName, groupsOf, toggleGroup, toggleType } from './event-type-choice.ts';

/** Props of the choice of event types. */
export interface EventTypePickerProps {
  readonly chosen: readonly string[];
  readonly onChoose: (types: readonly string[]) => void;
  /** True for a webhook: each event is a request. */
  readonly isSent: boolean;
}

/** Renders the event types by group with a search. Every event is one choice of its own, in the colour of a warning. */
export function EventTypePicker({ chosen, onChoose, isSent }: EventTypePickerProps): ReactElement {
  const [search, setSearch] = useState('');
  const isEvery = chosen.includes('*');
  const groups = groupsOf(eventTypes, search);
  return (
    <fieldset className="field">
      <legend className="label">Events</legend>
      <p className="help" role="status">
        {chosen.length === 0 ? 'Choose at least one event type.' : `Chosen: ${typesText(chosen)}.`}
      </p>
      <label className="tick">
        <input type="checkbox" checked={isEvery} onChange={() => onChoose(isEvery ? [] : ['*'])} />
        <span>Every event, also of types that come later</span>
      </label>
      {isEvery ? (
        <p className="notice warn">
          {isSent ? 'Each change in the Space is a request to your address.' : 'Each change in the Space is an event here.'} A bulk import
          can be thousands of them.
        </p>
      ) : (
        <>
          <TextField
            label="Find an event type"
            type="search"
            placeholder="contact, booking, row …"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
          <section className="type-list" aria-label="Event types" tabIndex={0}>
            {groups.length === 0 && <p className="soft">No event type matches “{search}”.</p>}
            {groups.map(({ group, types }) => (
              <fieldset key={group}>
                <legend className="row">
                  <span className="label">{groupName(group)}</span>
                  <Button small look="plain" onClick={() => onChoose(toggleGroup(chosen, types))}>
                    {types.every(({ type }) => chosen.includes(type)) ? 'None' : 'All'}
                    <span className="hidden-text"> of {groupName(group)}</span>
                  </Button>
                </legend>
                {types.map(({ type, label }) => (
                  <label key={type} className="tick">
                    <input type="checkbox" checked={chosen.includes(type)} onChange={() => onChoose(toggleType(chosen, type))} />
                    <span>
                      {label} <code className="soft">{type}</code>
                    </span>
                  </label>
                ))}
              </fieldset>
            ))}
          </section>
        </>
      )}
    </fieldset>
  );
}
