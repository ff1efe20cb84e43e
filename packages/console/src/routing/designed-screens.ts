import { type ComponentType, createElement, lazy, type ReactElement } from 'react';

/** The parameters in the path of a read, by name. */
export type PathArguments = Readonly<Record<string, string>>;

/** Designed screens by the contract and name of the read that answers at their path, such as `forms.get`. */
export type DesignedScreens = Readonly<Record<string, (args: PathArguments) => ReactElement>>;

/** Returns a function that renders a screen whose script is loaded when it is opened. The screen gets the parameters of the path as props. */
export function lazyScreen(load: () => Promise<ComponentType<PathArguments>>): (args: PathArguments) => ReactElement {
  const Screen = lazy(async () => ({ default: await load() }));
  return (args) => createElement(Screen, args);
}
