/**
 * PostgreSQL did not answer: it is unreachable, silent, shutting down or out of connections, or the statement needs a locked object.
 * The HTTP layer answers 503 with Retry-After. An unanswered commit may have happened: the caller repeats the write under its key.
 */
export class DatabaseAway extends Error {
  /** PostgreSQL's error code, if any. */
  readonly code: string | undefined

  constructor(message: string, options?: { cause?: unknown; code?: string }) {
    super(message, options)
    this.code = options?.code ?? (codeOf(options?.cause) || undefined)
  }
}

/** Operating system errors when a connection cannot be opened or breaks. */
const NETWORK = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/**
 * SQLSTATE classes 08 (connection), 53 (out of resources), 57 (operator intervention: shutdown, statement timeout) and four codes:
 * a lock timeout, the two timeouts of a transaction, and a server that became read-only because another one was promoted.
 */
const SQLSTATE = /^(08|53|57)...$|^(55P03|25P03|25P04|25006)$/
/** Errors of `pg` that have no code, and a read on a standby that stood in the way of replay, whose code means other things too. */
const SENTENCES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|canceling statement due to conflict with recovery)/
/** A lock was held for too long: a lock timeout, or the cancellation of a waiting statement. */
const LOCKED = new Set(['55P03', '57014'])
/** After these errors the connection is unusable, although the server keeps it open. */
const UNUSABLE = new Set(['25006', '08P01', '57P01', '57P02', '57P03'])

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''

export const isLockTimeout = (error: unknown): boolean => LOCKED.has(codeOf(error))
export const spoilsConnection = (error: unknown): boolean => UNUSABLE.has(codeOf(error))

/** Translates an error for callers: `DatabaseAway` if the database could not answer, else the error itself. */
export function asAway(error: unknown): unknown {
  if (error instanceof DatabaseAway) return error
  const code = codeOf(error)
  const isAway = NETWORK.has(code) || SQLSTATE.test(code) || SENTENCES.test(String((error as Error)?.message))
  return isAway ? new DatabaseAway((error as Error).message, { cause: error }) : error
}
