import type { ObjectStore } from '../port/object-store.ts';
import type { Scenario } from './scenarios.ts';

/** A store that the conformance suite tests. */
export interface StoreUnderTest {
  /** Opens the same store, as another process would. */
  open(): Promise<ObjectStore>;
  /** Returns the number of half-written bodies and open uploads. */
  leftovers(): Promise<number>;
  /**
   * Runs a scenario in a process that ends before its step with this number, from 1, or loses the store there for good. Returns false if the
   * scenario has fewer steps.
   */
  endAtStep(scenario: Scenario, key: string, step: number, upload_id?: string): Promise<boolean>;
  /** Starts a process that puts the first bytes of a body and then waits. Returns the function that kills it with SIGKILL. */
  startPut(key: string, bytes: number): Promise<() => Promise<void>>;
  /** Puts and gets a body in a process of its own; returns its growth of memory in bytes, and the SHA-256 of both bodies. */
  putAndGet(key: string, bytes: number): Promise<{ readonly growth: number; readonly sent: string; readonly received: string }>;
  close(): Promise<void>;
}

/** Starts the store to be tested, which is empty. */
export type PrepareStore = () => Promise<StoreUnderTest>;

/** The opened store of a suite; each test uses keys of its own. */
export interface Suite {
  readonly store: ObjectStore;
  readonly under: StoreUnderTest;
}
