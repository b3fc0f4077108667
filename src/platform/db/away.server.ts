/**
 * The database did not answer: it is unreachable, silent, shutting down, out of connections, or what the statement needs is locked.
 * The door answers 503 with Retry-After. A write whose commit got no answer may have happened: the caller repeats it under its key.
 */
export class DatabaseAway extends Error {
  /** PostgreSQL's, where it said why. */
  readonly code: string | undefined

  constructor(message: string, options?: { cause?: unknown; code?: string }) {
    super(message, options)
    this.code = options?.code ?? (codeOf(options?.cause) || undefined)
  }
}

/** Of the operating system, when a connection cannot be opened or breaks. */
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
/** Errors of `pg` that have no code. */
const SENTENCES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/
/** What says that a lock was held for too long: the lock timeout, or a waiting statement that was cancelled. */
const LOCKED = new Set(['55P03', '57014'])
/** What leaves a connection that cannot be used, although the server keeps it open. */
const UNUSABLE = new Set(['25006', '08P01', '57P01', '57P02', '57P03'])

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''

export const isLockTimeout = (error: unknown): boolean => LOCKED.has(codeOf(error))
export const spoilsConnection = (error: unknown): boolean => UNUSABLE.has(codeOf(error))

/** The error as the callers of the database get it: `DatabaseAway` where the database could not answer, else the error itself. */
export function asAway(error: unknown): unknown {
  if (error instanceof DatabaseAway) return error
  const code = codeOf(error)
  const isAway = NETWORK.has(code) || SQLSTATE.test(code) || SENTENCES.test(String((error as Error)?.message))
  return isAway ? new DatabaseAway((error as Error).message, { cause: error }) : error
}
