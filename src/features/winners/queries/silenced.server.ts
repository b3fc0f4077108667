import { findLastActor } from '#features/audit-log/queries.server.ts'
import type { DrawnEntry } from '#features/draws/queries/winners.server.ts'
import { readDeliveries } from '#features/notifications/queries/messages.server.ts'
import type { DataContext } from '#kernel/context.ts'

const EVER = new Date(0)
/** The audit action of staff who told a winner without the shop's e-mail (`tellByStaff`). */
const TOLD_OTHERWISE = 'told the winner'

/** Acts of staff on an account that can keep its user from reading or answering. `changed` can be the phone. */
const SILENCING = ['disabled', 'signed out everywhere', 'demanded a new password', 'changed']

type Silent = {
  row: { id: string; selected_at: Date; notice_id: string | null }
  prize: Pick<DrawnEntry, 'userId' | 'isDisabled'>
}

/**
 * The member of staff whose act can explain a winner's silence: a change of the account since the selection, a disabled account, or a
 * recorded notice that the shop did not send. Undefined when the shop's e-mail left and the account is unchanged.
 */
export async function findSilencedBy(ctx: DataContext, { row, prize }: Silent): Promise<string | undefined> {
  const onAccount = async (actions: readonly string[], since: Date) =>
    prize.userId ? findLastActor(ctx, { type: 'person', id: prize.userId, actions, since }) : undefined
  const changed = await onAccount(SILENCING, row.selected_at)
  const disabled = prize.isDisabled ? await onAccount(['disabled'], EVER) : undefined
  if (changed ?? disabled) return changed ?? disabled
  const sentAt = row.notice_id ? (await readDeliveries(ctx, [row.notice_id])).get(row.notice_id)?.sentAt : undefined
  return sentAt ? undefined : findLastActor(ctx, { type: 'winner', id: row.id, actions: [TOLD_OTHERWISE], since: EVER })
}
