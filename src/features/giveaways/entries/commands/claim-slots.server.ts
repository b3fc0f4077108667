import { setImmediate } from 'node:timers'
import { CompiledQuery } from 'kysely'
import { DEFAULT_ENTRY_LIMITS } from '#features/draw-log/rules.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { retryOnDeadlock } from '#platform/db/deadlock.server.ts'
import type { GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'

/** One claim as `claim_slots` takes it. Slots ascend; `ids`, `transferIds` and `marks` are by their position. */
export type SlotClaim = {
  giveawayId: string
  userId: string
  isStaff: boolean
  isAutoEntry: boolean
  /** Null for a pick of `pick` random free slots. */
  slots: readonly number[] | null
  pick: number | null
  ids: string[]
  transferIds: string[]
  now: Date
  /** The last birth date that is old enough, YYYY-MM-DD. */
  bornUntil: string
  marks: readonly string[]
  holder: string
}

export type ClaimRow = {
  refusal: Exclude<keyof typeof GIVEAWAY_ERRORS, `swap_${string}`> | null
  slots: readonly number[] | null
  existing: number | null
} & Record<Lowercase<Tier>, number>

type Waiting = {
  claim: SlotClaim
  requireOpen: () => void
  done: (row: ClaimRow | Promise<ClaimRow>) => void
  failed: (error: unknown) => void
}
/** The claims of one pool. `busy` has the users and slots of the claims that are being written. */
type Queue = { waiting: Waiting[]; busy: Set<string>; running: number; isScheduled: boolean }

/** Claims that one statement writes: 32 cost a quarter of 32 single ones, and more save little. */
const TOGETHER = 32
/** Statements at once: while one commits, the next is written. */
const RUNNING = 2
/** A statement that takes longer probably waits for a lock, and other claims do not wait for it. */
const PATIENCE_MS = 50

const ALONE = {
  name: 'claim_slots',
  text: 'select * from claim_slots($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
}
const ALL = {
  name: 'claim_slots_together',
  text: 'select * from claim_slots_together($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
}

const queues = new WeakMap<Pool, Queue>()

/**
 * Writes a claim, or says which rule refuses it. Claims of slots that arrive while others are written wait for them, and are then written by
 * one statement and one commit (docs/decisions/0078-claim-at-its-floor.md); a claim that finds no other under way is written alone and at once.
 * @param requireOpen called before the claim is written; what it throws is the answer. A giveaway may fill up while claims wait.
 */
export function claimSlots(ctx: Context, claim: SlotClaim, requireOpen: () => void = () => {}): Promise<ClaimRow> {
  const { pool } = ctx
  if (!claim.slots && ctx.idempotentCall) return claimOnce(ctx, claim)
  if (!claim.slots || claim.isAutoEntry) return claimAlone(pool, claim)
  const queue = queues.get(pool) ?? { waiting: [], busy: new Set(), running: 0, isScheduled: false }
  queues.set(pool, queue)
  return new Promise((done, failed) => {
    queue.waiting.push({ claim, requireOpen, done, failed })
    schedule(pool, queue)
  })
}

/** After the requests of this turn of the event loop, which claims of a rush share. */
function schedule(pool: Pool, queue: Queue) {
  if (queue.isScheduled || queue.running >= RUNNING || queue.waiting.length === 0) return
  queue.isScheduled = true
  setImmediate(() => {
    queue.isScheduled = false
    const batch = takeBatch(queue)
    if (batch.length > 0) void run(pool, queue, batch)
  })
}

/** Takes the first waiting claims, each of another user and of other slots than all that are being written. */
function takeBatch(queue: Queue): Waiting[] {
  const batch: Waiting[] = []
  const rest: Waiting[] = []
  for (const each of queue.waiting) {
    if (isRefused(each)) continue
    const keys = keysOf(each.claim)
    if (batch.length === TOGETHER || keys.some(key => queue.busy.has(key))) {
      rest.push(each)
      continue
    }
    for (const key of keys) queue.busy.add(key)
    batch.push(each)
  }
  queue.waiting = rest
  return batch
}

function isRefused({ requireOpen, failed }: Waiting): boolean {
  try {
    requireOpen()
    return false
  } catch (refusal) {
    failed(refusal)
    return true
  }
}

const keysOf = ({ giveawayId, userId, slots }: SlotClaim) => [userId, ...slots!.map(slot => `${giveawayId} ${slot}`)]

async function run(pool: Pool, queue: Queue, batch: Waiting[]) {
  queue.running++
  let isCounted = true
  const leave = () => {
    if (isCounted) queue.running--
    isCounted = false
    schedule(pool, queue)
  }
  const patience = setTimeout(leave, PATIENCE_MS)
  // A rush is more than one batch.
  schedule(pool, queue)
  try {
    const [first] = batch
    if (batch.length === 1) await claimAlone(pool, first!.claim).then(first!.done, first!.failed)
    else await writeBatch(pool, batch)
  } finally {
    clearTimeout(patience)
    for (const { claim } of batch) for (const key of keysOf(claim)) queue.busy.delete(key)
    leave()
  }
}

async function writeBatch(pool: Pool, batch: Waiting[]) {
  try {
    const rows = await claimTogether(
      pool,
      batch.map(({ claim }) => claim),
    )
    for (const [place, { claim, done }] of batch.entries()) done(rows[place] ?? claimAlone(pool, claim))
  } catch (error) {
    for (const { claim, done, failed } of batch)
      if (isRolledBack(error)) done(claimAlone(pool, claim))
      else failed(error)
  }
}

/**
 * SQLSTATEs after which nothing of a batch is written, and each of its claims may be right by itself: invalid values, constraints, deadlock, a
 * lock held too long, and what the shop's own functions raise. After others the commit may have happened, or the database has no time.
 */
const ROLLED_BACK = /^(2[123]...|40001|40P01|55P03|P0001|RD...)$/
const LOST_RACE = 'RD001'

const isRolledBack = (error: unknown): boolean => ROLLED_BACK.test((error as { code?: string }).code ?? '')

function claimAlone(pool: Pool, claim: SlotClaim): Promise<ClaimRow> {
  // A deletion of the user's account locks the credits before the user, a claim the user first.
  const claimed = retryOnDeadlock(() => pool.query<ClaimRow>({ ...ALONE, values: valuesOf(claim) }))
  return claimed.then(({ rows }) => rows[0]!, lostRace)
}

/** A pick with an Idempotency-Key: unlike named slots, a repeat would find other free slots and pay again. */
function claimOnce(ctx: Context, claim: SlotClaim): Promise<ClaimRow> {
  const query = CompiledQuery.raw(ALONE.text, valuesOf(claim))
  const claimed = retryOnDeadlock(() => transact(ctx, tx => tx.db.executeQuery<ClaimRow>(query)))
  return claimed.then(({ rows }) => rows[0]!, lostRace)
}

function valuesOf(claim: SlotClaim): unknown[] {
  const { giveawayId, userId, slots, pick, ids, transferIds, now, isStaff, isAutoEntry, bornUntil, marks, holder } =
    claim
  const first = [giveawayId, userId, slots, pick, ids, transferIds, now, isStaff, isAutoEntry, bornUntil]
  return [...first, DEFAULT_ENTRY_LIMITS, marks, holder]
}

/** `claim_slots` raises RD001 after a lost race, so that its earlier writes are rolled back. */
function lostRace(error: { code?: string; message: string; detail?: string }): ClaimRow {
  if (error.code !== LOST_RACE) throw error
  const slots = error.detail ? error.detail.split(',').map(Number) : null
  const balances = { bronze: 0, silver: 0, gold: 0, platinum: 0 }
  return { refusal: error.message as ClaimRow['refusal'], slots, existing: null, ...balances }
}

/** The columns of `claim_slots_together`, each with a value for each claim; `taken` in PostgreSQL's notation, such as `{3,4}`. */
type Columns = {
  refusals: (ClaimRow['refusal'] | 'busy')[]
  taken: (string | null)[]
  tiers: (Tier | null)[]
  /** Null when every claim is refused. */
  remaining: (number | null)[] | null
} & Record<'existing' | Lowercase<Tier>, number[]>

/** @returns the rows of the claims; undefined for one whose giveaway is locked, which must wait without the others. */
async function claimTogether(pool: Pool, claims: SlotClaim[]): Promise<(ClaimRow | undefined)[]> {
  const column = <T>(of: (claim: SlotClaim) => T) => claims.map(of)
  const list = (values: readonly unknown[]) => `{${values.join(',')}}`
  const values = [
    column(claim => claim.giveawayId),
    column(claim => claim.userId),
    column(claim => claim.isStaff),
    column(claim => claim.now),
    column(claim => claim.bornUntil),
    column(claim => claim.holder),
    column(claim => list(claim.slots!)),
    column(claim => list(claim.ids)),
    column(claim => list(claim.transferIds)),
    column(claim => list(claim.marks)),
    DEFAULT_ENTRY_LIMITS,
  ]
  const { rows } = await pool.query<Columns>({ ...ALL, values })
  const { refusals, taken, existing, tiers, remaining, bronze, silver, gold, platinum } = rows[0]!
  return claims.map(({ slots }, n) => {
    const refusal = refusals[n]!
    if (refusal === 'busy') return undefined
    const balances = { bronze: bronze[n]!, silver: silver[n]!, gold: gold[n]!, platinum: platinum[n]! }
    if (refusal) return { refusal, slots: numbersIn(taken[n]), existing: existing[n]!, ...balances }
    const tier = tiers[n]!.toLowerCase() as Lowercase<Tier>
    return { refusal, slots, existing: existing[n]!, ...balances, [tier]: remaining![n]! }
  })
}

const numbersIn = (list: string | null | undefined) => list?.match(/\d+/g)?.map(Number) ?? null
