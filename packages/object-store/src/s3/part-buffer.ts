/** The bytes of one part while they arrive, in memory that is used again for the next part. */
export interface PartBuffer {
  readonly size: number;
  readonly isFull: boolean;
  /** Copies bytes as far as there is room and returns the rest. */
  add(bytes: Uint8Array): Uint8Array;
  /** Returns the bytes so far, without a copy: they change with the next `add` after `clear`. */
  bytes(): Uint8Array;
  clear(): void;
}

/** The room of a new buffer. It doubles until it has the room of a part, so that a small body does not take the memory of a large one. */
const FIRST_BYTES = 65_536;

/** Creates the buffer of parts of `capacity` bytes. */
export function createPartBuffer(capacity: number): PartBuffer {
  let room = new Uint8Array(0);
  let size = 0;

  function makeRoom(wanted: number): void {
    if (room.length >= wanted) return;
    const larger = new Uint8Array(Math.min(capacity, Math.max(wanted, room.length * 2, FIRST_BYTES)));
    larger.set(room.subarray(0, size));
    room = larger;
  }

  return {
    get size() {
      return size;
    },
    get isFull() {
      return size === capacity;
    },
    add(bytes) {
      const taken = bytes.subarray(0, capacity - size);
      makeRoom(size + taken.length);
      room.set(taken, size);
      size += taken.length;
      return bytes.subarray(taken.length);
    },
    bytes: () => room.subarray(0, size),
    clear() {
      size = 0;
    },
  };
}
