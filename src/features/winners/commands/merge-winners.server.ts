import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import type { PrizeAddress } from '../contract.ts'
import { findWinner } from '../queries/winners.server.ts'
import { FROM } from '../rules.ts'
import { lockWinner, subjectOf } from './move-winner.server.ts'
import { readContacts, tellChange, together } from './tell-change.server.ts'

/**
 * Moves prizes that are on their way or decided to another account of the same person, and tells the winner at the contacts of both. An
 * open one stays: a merge is refused before, and a late row of a merged account carries no prize. If a giveaway named both accounts, each
 * keeps its prize, because a prize never goes to one person twice.
 */
export async function moveWinners(tx: TransactionContext, { from, into }: { from: string; into: string }) {
  const rows = await tx.db
    .selectFrom('winner as w')
    .select('w.id')
    .where('w.user_id', '=', from)
    .where('w.state', 'not in', [...FROM['pass-on']])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('winner as o').whereRef('o.giveaway_id', '=', 'w.giveaway_id').where('o.user_id', '=', into)),
      ),
    )
    .orderBy('w.id')
    .execute()
  for (const { id } of rows) await moveOne(tx, id, { from, into })
}

async function moveOne(tx: TransactionContext, id: string, { from, into }: { from: string; into: string }) {
  const before = await lockWinner(tx, id)
  if (before.row.user_id !== from) return
  const contacts = await readContacts(tx, before)
  const moved = await tx.db.updateTable('winner').set({ user_id: into }).where('id', '=', id).executeTakeFirst()
  requireOneRow(moved, `winner ${id}`)
  await writeAuditLog(tx, {
    action: 'moved the prize to another account',
    subject: subjectOf(before),
    before: { userId: from },
    after: { userId: into },
  })
  if (before.row.ended_at || before.row.done_at) return
  const after = (await findWinner(tx, id))!
  await tellChange(tx, before, {
    sentences: ['It now belongs to another account, because two accounts were merged.'],
    contacts: together(contacts, await readContacts(tx, after)),
    shipTo: before.row.ship_to as PrizeAddress | null,
    // The messages of the merged account are erased with it.
    userId: into,
  })
}
