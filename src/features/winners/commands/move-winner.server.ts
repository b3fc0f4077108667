import type { Updateable } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Email } from '#features/notifications/email.ts'
import { voidProposals } from '#features/proposals/commands/decide-proposal.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import type { Winner as WinnerTable } from '#platform/db/tables.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type PrizeAddress, WINNER_ERRORS, type WriteBody } from '../contract.ts'
import { changesInWords } from '../emails/changes-in-words.server.ts'
import { writtenEmail } from '../emails/emails.server.ts'
import { findOpenPass } from '../queries/passes.server.ts'
import { findWinner, listPapers, type Won } from '../queries/winners.server.ts'
import { FROM, STATE_WORDS, type State, taskOf } from '../rules.ts'
import { readContacts, tellChange } from './tell-change.server.ts'

const refuse = refusals(WINNER_ERRORS)

type Step = {
  /** The action name in the audit log. */
  action: string
  /** States from which the step is allowed. */
  from: readonly State[]
  /** The reason, written by staff or given by the rules. */
  reason?: string | undefined
  /** Additional values for the audit log. */
  noted?: Record<string, unknown>
  /** Sentences beside the changes of the row: about a paper or a proposal. */
  tells?: string | undefined
  /** The step sends its own e-mail about the change to the winner's mailbox. */
  hasEmail?: boolean | undefined
  /** The caller tells the winner at the end of its transaction, because the transaction erases messages. */
  isToldLater?: boolean | undefined
}

/** Writes the step's data. @returns the changes to the winner's row. */
type Move = (tx: TransactionContext, locked: Won) => Promise<Updateable<WinnerTable>>

/**
 * Runs one step of a winner in its own transaction. The row lock serializes the worker, staff and the winner; later callers find the winner
 * moved.
 * @throws winner_not_found, winner_moved.
 */
export async function moveWinner(ctx: Context, id: string, step: Step, move: Move): Promise<void> {
  await transact(ctx, async tx => {
    await moveLocked(tx, await lockWinner(tx, id), step, move)
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
  })
}

/** Locks a winner's row until the transaction ends. @throws winner_not_found */
export async function lockWinner(ctx: DataContext, id: string): Promise<Won> {
  const won = await findWinner(ctx, id, true)
  if (!won) throw refuse('winner_not_found')
  return won
}

/**
 * `moveWinner` for a locked winner, without a signal to the staff's screens. Every step passes here, so that `tellStep` tells the winner
 * of each change of the prize at all known contacts.
 */
export async function moveLocked(tx: TransactionContext, locked: Won, step: Step, move: Move): Promise<void> {
  const { row } = locked
  if (!step.from.includes(row.state)) throw refuse('winner_moved', { state: STATE_WORDS[row.state] })
  const changed = await move(tx, locked)
  const next = { ...row, ...changed } as Won['row']
  if (next.state !== row.state) await voidProposal(tx, row.id, next.state)
  const due = taskOf({
    state: next.state,
    proposedAt: (await findOpenPass(tx, row.id))?.proposedAt ?? null,
    selectedAt: next.selected_at,
    answeredAt: next.answered_at,
    shippedAt: next.shipped_at,
    papers: await listPapers(tx, row.id),
  })
  const { ship_to: shipTo, ...columns } = changed
  const written = await tx.db
    .updateTable('winner')
    .set({ task: due?.task ?? null, task_due_at: due?.dueAt ?? null, ...columns })
    .$if(shipTo !== undefined, query => query.set({ ship_to: shipTo === null ? null : JSON.stringify(shipTo) }))
    .where('id', '=', row.id)
    .executeTakeFirst()
  requireOneRow(written, `winner ${row.id}`)
  // A step without effect, such as a lost race, is not logged.
  if (Object.keys(changed).length > 0 || step.noted) await noteStep(tx, locked, step, next.state)
  if (!step.isToldLater) await tellStep(tx, locked, step, next)
}

/**
 * Tells the winner of a step's changes. The shop's own steps before the first notice are silent: the notice tells them, and the rules may
 * still pass the prize on without a notice.
 */
async function tellStep(tx: TransactionContext, locked: Won, step: Step, next: Won['row']): Promise<void> {
  const { row } = locked
  const isUntold = row.state === 'drawn' && next.state !== 'accepted'
  if (isUntold && !tx.actor?.role) return
  const sentences = [...changesInWords(row, next), ...(step.tells ? [step.tells] : [])]
  if (sentences.length === 0) return
  const shipTo = next.ended_at ? null : (next.ship_to as PrizeAddress | null)
  await tellChange(tx, locked, {
    sentences,
    contacts: await readContacts(tx, locked),
    shipTo,
    hasEmail: step.hasEmail,
  })
}

/** A proposal about the prize ends with the winner's answer, and when the prize ships or leaves the winner otherwise. */
async function voidProposal(tx: TransactionContext, winnerId: string, state: State): Promise<void> {
  if (state === 'drawn' || state === 'notified') return
  await voidProposals(tx, { type: 'winner', id: winnerId })
  await tx.db
    .updateTable('winner_pass')
    .set({ decision: 'void', decided_at: tx.now() })
    .where('winner_id', '=', winnerId)
    .where('decision', 'is', null)
    .execute()
}

/** The winner as the subject of an audit log entry or a proposal. */
export const subjectOf = ({ row, prize }: Won) =>
  ({ type: 'winner', id: row.id, label: `${prize.title}, slot ${prize.slot}` }) as const

/** Writes the step to the audit log. */
const noteStep = (
  ctx: DataContext,
  { row, prize }: Won,
  step: Pick<Step, 'action' | 'reason' | 'noted'>,
  state: State,
) =>
  writeAuditLog(ctx, {
    action: step.action,
    subject: subjectOf({ row, prize }),
    // Without a new state, the audit log holds only the noted values.
    ...(state === row.state && !step.noted ? {} : { before: { state: row.state }, after: { state, ...step.noted } }),
    reason: step.reason,
  })

type WinnerEmail = { kind: 'notice' | 'reminder' | 'papers' | 'shipped' | 'written'; email: Email; body?: string }

/** Sends an e-mail to a winner and records it. @returns the id of the message; null for a winner without an e-mail address. */
export async function sendToWinner(
  tx: TransactionContext,
  { row, prize }: Won,
  { kind, email, body }: WinnerEmail,
): Promise<string | null> {
  if (!prize.email) return null
  const messageId = await sendEmail(tx, { to: prize.email, ...(prize.userId && { userId: prize.userId }) }, email)
  await tx.db
    .insertInto('winner_message')
    .values({
      id: newId(),
      winner_id: row.id,
      message_id: messageId,
      at: tx.now(),
      kind,
      subject: email.subject.slice(0, 200),
      body: body ?? null,
      sent_by: tx.actor?.role ? tx.actor.userId : null,
    })
    .execute()
  return messageId
}

/** @throws email_missing */
export function requireEmail({ prize }: Won): void {
  if (!prize.email) throw refuse('email_missing')
}

/**
 * Staff write to a winner; the history keeps the text.
 * @throws winner_not_found, winner_moved for a winner who lost the prize, email_missing.
 */
export const writeToWinner = (ctx: Context, id: string, message: WriteBody): Promise<void> =>
  moveWinner(
    ctx,
    id,
    { action: 'wrote to the winner', from: FROM.write, noted: { subject: message.subject } },
    async (tx, locked) => {
      requireEmail(locked)
      await sendToWinner(tx, locked, {
        kind: 'written',
        email: writtenEmail(tx, { prize: locked.prize, ...message }),
        body: message.text,
      })
      return {}
    },
  )
