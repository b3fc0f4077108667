/**
 * How long a test waits for what it polls, a part of a page included. The machine's speed decides nothing: a test that is right ends when
 * it sees what it waits for, so this is the wait of a red test only. A machine four times as slow as usual passed 30 s.
 */
export const PATIENCE_MS = 180_000

/** How long a test or a hook may take, with all its waits. */
export const TEST_MS = 30 * 60_000
