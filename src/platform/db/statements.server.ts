import { createHash } from 'node:crypto'

/** Maximum number of named statements. A query builder can make more texts than a connection should hold; the rest are unnamed. */
const NAMED_TEXTS = 400
/** A statement that met a locked table is refused for this long; then one caller tries. */
const BLOCKED_MS = 1000
const BLOCKED_TEXTS = 1000

type Blocked = { until: number; isTried: boolean }

/**
 * State shared by the connections to one database: names of prepared statements, and statements that wait for a locked table.
 */
export type Statements = {
  /** Returns the name for preparing a text; undefined for an unnamed statement. */
  nameOf: (text: string) => string | undefined
  /** Renames the text, so that every connection plans it again. */
  rename: (text: string) => void
  /** Stops preparing by name, because a pooler between the shop and PostgreSQL mixes connections. */
  stopNaming: () => void
  /** Decides whether to send the text to PostgreSQL. After `try`, the caller must call `block` or `unblock`. */
  admit: (text: string) => 'run' | 'try' | 'refuse'
  /** The text met a locked table. */
  block: (text: string) => void
  /** The try of a blocked text got a response. */
  unblock: (text: string) => void
}

/**
 * @param options.named false behind a pooler in transaction mode.
 * @param options.tries maximum concurrent tries of blocked texts, so that other statements keep connections.
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
      // Derived from the text, so that a name never stands for two texts, not even in processes that share a server connection.
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
      // Usually no text is blocked, and a statement costs one comparison.
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
