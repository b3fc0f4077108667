/** Asks whether to leave, then calls `leave` or `stay` once. */
type Asking = (answer: { leave: () => void; stay: () => void }) => void

const guards: Asking[] = []

/**
 * Guards of screens that would lose input when the user leaves. The router supports one blocker, which is the shell's
 * (`use-hold-back.ts`), so screens register their questions here.
 */
export const leaving = {
  /** Registers a question for the next navigation; the newest guard asks. @returns a function that removes the guard. */
  guard(ask: Asking): () => void {
    guards.push(ask)
    return () => void guards.splice(guards.indexOf(ask), 1)
  },
  /** Returns the newest guard, if any. */
  asking: (): Asking | undefined => guards.at(-1),
}
