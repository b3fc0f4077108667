/** Asks whether to leave; calls `leave` or `stay`, once, when that is known. */
type Asking = (answer: { leave: () => void; stay: () => void }) => void

const guards: Asking[] = []

/**
 * Who would lose something when the page is left. The router asks one alone, which is the shell (`use-hold-back.ts`): screens
 * give it their questions here.
 */
export const leaving = {
  /** Wants to be asked before another address is gone to, the newest first. @returns how to stop. */
  guard(ask: Asking): () => void {
    guards.push(ask)
    return () => void guards.splice(guards.indexOf(ask), 1)
  },
  /** Whom to ask, if anybody. */
  asking: (): Asking | undefined => guards.at(-1),
}
