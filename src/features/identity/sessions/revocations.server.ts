import type { Pool } from '#platform/db/database.server.ts'
import type { Signals } from '#platform/jobs/signals.server.ts'

/** The maximum delay in a process that misses a signal unnoticed. */
const REREAD_MS = 5000
const MARGIN_SECONDS = 60

type TokenOwner = { userId: string; sessionId?: string | undefined; issuedAt: number }

/** ID tokens that are void before they expire: by user up to a time, and by session. */
export type Revocations = {
  isRevoked: (token: TokenOwner) => boolean
  revokeUser: (userId: string, before: Date) => void
  endSessions: (familyIds: readonly string[]) => void
  /** Runs after each change, so that long-running work can be stopped. @returns a function that stops listening. */
  onChange: (listener: () => void) => () => void
  /** Reads the database again. */
  load: () => Promise<void>
  start: () => Promise<void>
  stop: () => void
}

type Options = { pool: Pool; now: () => Date; tokenSeconds: number; rereadMs: number | undefined }

/** Keeps the revocations of the last token life in memory, so that verifying a token needs no query. */
export function createRevocations({ pool, now, tokenSeconds, rereadMs = REREAD_MS }: Options): Revocations {
  const users = new Map<string, number>()
  /**
   * By session, the time when this process learned of the end. Uses `performance.now()`, because a change of the system clock must not drop
   * one early.
   */
  const sessions = new Map<string, number>()
  const listeners = new Set<() => void>()
  const seconds = tokenSeconds + MARGIN_SECONDS
  let timer: NodeJS.Timeout | undefined

  const tell = () => listeners.forEach(listener => listener())
  const noteUser = (userId: string, until: number) => users.set(userId, Math.max(until, users.get(userId) ?? 0))

  function forgetOld(since: number) {
    for (const [userId, until] of users) if (until < since) users.delete(userId)
    for (const [id, heardAt] of sessions) if (heardAt < performance.now() - 2 * seconds * 1000) sessions.delete(id)
  }

  async function load() {
    const since = new Date(now().getTime() - seconds * 1000)
    const [revoked, ended] = await Promise.all([
      pool.query<{ user_id: string; revoked_before: Date }>(
        'select user_id, revoked_before from token_revocation where revoked_before > $1',
        [since],
      ),
      pool.query<{ family_id: string }>(
        'select family_id from ended_session where ended_at > now() - make_interval(secs => $1)',
        [seconds],
      ),
    ])
    forgetOld(+since)
    for (const row of revoked.rows) noteUser(row.user_id, row.revoked_before.getTime())
    for (const row of ended.rows) sessions.set(row.family_id, sessions.get(row.family_id) ?? performance.now())
    tell()
  }

  return {
    isRevoked: ({ userId, sessionId, issuedAt }) =>
      issuedAt <= (users.get(userId) ?? 0) || (sessionId !== undefined && sessions.has(sessionId)),
    revokeUser(userId, before) {
      noteUser(userId, before.getTime())
      tell()
    },
    endSessions(familyIds) {
      for (const id of familyIds) sessions.set(id, performance.now())
      tell()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load,
    async start() {
      await load()
      timer = setInterval(() => void load().catch(() => {}), rereadMs)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

/** The signal that a user's ID tokens are void; `before` is ISO 8601. */
export type Revoked = { userId: string; before: string }

/**
 * Receives revocations from other processes. PostgreSQL sends the signals at the commit (publish_revocation.sql). After a lost connection
 * the tables are read at once.
 */
export function followRevocations(signals: Signals, revocations: Revocations): void {
  signals.subscribe('revoked', message => {
    const { userId, before } = message as Revoked
    revocations.revokeUser(userId, new Date(before))
  })
  signals.subscribe('session-ended', message => revocations.endSessions(message as string[]))
  // After a failed read the next one follows within `REREAD_MS`.
  signals.onGap(() => void revocations.load().catch(() => {}))
}
