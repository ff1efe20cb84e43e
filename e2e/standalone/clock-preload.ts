import { readFileSync } from 'node:fs';

/** Interval at which the offset is read, in milliseconds. */
const READ_MS = 20;

/**
 * Moves the clock of a process by the milliseconds in the file that SPACE_TEST_CLOCK names, whenever they change. It is
 * loaded with `--import`. Timers are not affected, as with a real clock that is set.
 */
const file = process.env.SPACE_TEST_CLOCK;
if (file) {
  const MachineDate = Date;
  let offset = 0;
  const now = (): number => MachineDate.now() + offset;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self) as Date,
    get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
  });
  setInterval(() => {
    offset = Number(readFileSync(file, 'utf8')) || 0;
  }, READ_MS).unref();
}
