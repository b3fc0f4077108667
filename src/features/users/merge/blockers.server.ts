import type { Together } from '#features/giveaways/entries/commands/merge-entries.server.ts'
import type { Refusal } from '#platform/errors.ts'
import { type ActedOn, refuse } from '../access/acted-on.server.ts'

type Found = {
  from: ActedOn
  into: ActedOn
  /** Which of the two has an active membership. */
  members: readonly string[]
  /** An order of `from` is waiting for its payment. */
  isPaying: boolean
  together: readonly Together[]
}

/** Reasons to refuse a merge, the gravest first; empty when the merge is allowed. */
export function blockersOf({ from, into, members, isPaying, together }: Found): Refusal[] {
  const blockers: Refusal[] = []
  if (from.userId === into.userId) blockers.push(refuse('same_person'))
  if (from.isAdmin || into.isAdmin) blockers.push(refuse('staff_merge'))
  if (members.length > 1) blockers.push(refuse('both_members'))
  if (isPaying) blockers.push(refuse('payment_open'))
  const over = together.filter(one => one.from > 0 && one.from + one.into > one.limit)
  if (over.length > 0)
    blockers.push(refuse('entry_limit_exceeded', { giveaways: over.map(one => one.giveaway).join(', ') }))
  return blockers
}
