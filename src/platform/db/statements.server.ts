import { createHash } from 'node:crypto'

/** Texts that are prepared by name; a query builder can make more than a connection should remember, those go unnamed. */
const NAMED_TEXTS = 400
/** A statement that met a locked table is refused for this long; after it, one caller tries. */
const BLOCKED_MS = 1000
const BLOCKED_TEXTS = 1000

type Blocked = { until: number; isTried: boolean }

/**
 * What the connections to one database know about its statements: the names of prepared ones, and which ones wait for a locked table.
 */
export type Statements = {
  /** The name to prepare a text under; undefined for one that goes unnamed. */
  nameOf: (text: string) => string | undefined
  /** Gives the text another name, so that every connection plans it again. */
  rename: (text: string) => void
  /** No statement is prepared by name from now on: a pooler between us and the server mixes connections. */
  stopNaming: () => void
  /** Whether to refuse the text without asking the database. `true` from `tries` obliges the caller to report the outcome. */
  admit: (text: string) => 'run' | 'try' | 'refuse'
  /** The text met a locked table. */
  block: (text: string) => void
  /** The attempt of a blocked text got an answer. */
  unblock: (text: string) => void
}

/**
 * @param options.named false where a pooler in transaction mode stands before the database.
 * @param options.tries blocked texts that may be tried at the same time, so that they leave connections to the others.
 */
export function createStatements(options: { named: boolean; tries: number }): Statements {
  const names = new Map<string, string>()
  const blocked = new Map<string, Blocked>()
  let isNaming = options.named
  let tries = 0

  const known = (text: string) => names.get(text)
  return {
    nameOf(text) {
      if (!isNaming) return undefined
      const name = known(text)
      if (name || names.size >= NAMED_TEXTS) return name
      // By its text, so that one name never stands for two texts, not even between processes that share a server connection.
      const made = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
      names.set(text, made)
      return made
    },
    rename(text) {
      const [base, turn = '0'] = known(text)?.split('.') ?? []
      if (base) names.set(text, `${base}.${Number(turn) + 1}`)
    },
    stopNaming() {
      isNaming = false
    },
    admit(text) {
      // Almost always there is none, and a statement pays for one comparison.
      if (blocked.size === 0) return 'run'
      const found = blocked.get(text)
      if (!found) return 'run'
      if (found.isTried || tries >= options.tries || performance.now() < found.until) return 'refuse'
      found.isTried = true
      tries++
      return 'try'
    },
    block(text) {
      if (blocked.get(text)?.isTried) tries--
      if (blocked.size < BLOCKED_TEXTS || blocked.has(text))
        blocked.set(text, { until: performance.now() + BLOCKED_MS, isTried: false })
    },
    unblock(text) {
      if (blocked.get(text)?.isTried) tries--
      blocked.delete(text)
    },
  }
}
