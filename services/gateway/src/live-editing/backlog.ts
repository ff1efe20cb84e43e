/** A connection that can be read later. */
interface Sender {
  /** Stops and goes on to read the connection; a reason that stops it must also let it go on. */
  pause(reason: object): void;
  resume(reason: object): void;
}

/** The bytes of updates that are here and not stored. While they are too many, their senders are not read. */
export interface Backlog {
  readonly isFull: boolean;
  add(bytes: number): void;
  /** Takes bytes away that are stored or forgotten. Paused senders are read again when half of the most bytes are left. */
  remove(bytes: number): void;
  /** Stops reading a sender while the backlog is full. */
  slow(sender: Sender): void;
}

/** Creates a backlog that is full above some bytes. */
export function createBacklog(most: number): Backlog {
  let bytes = 0;
  const paused = new Set<Sender>();
  const backlog: Backlog = {
    get isFull() {
      return bytes > most;
    },
    add(more) {
      bytes += more;
    },
    remove(fewer) {
      bytes -= fewer;
      if (bytes > most / 2) return;
      for (const sender of paused) sender.resume(backlog);
      paused.clear();
    },
    slow(sender) {
      if (bytes <= most) return;
      paused.add(sender);
      sender.pause(backlog);
    },
  };
  return backlog;
}
