import { recordKindConsent } from '#features/notifications/commands/record-kind-consent.server.ts'
import type { ConsentChannel } from '#features/notifications/consents/consent-wording.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { ALERT_DAYS } from '../../rules.ts'
import { type AlertAction, STOCK_ALERT_ERRORS } from '../contract.ts'
import { readAlertToken } from '../link.server.ts'
import { isOpen } from '../queries.server.ts'
import { CONSENT } from './ask-alert.server.ts'

const refuse = refusals(STOCK_ALERT_ERRORS)

type LinkSource = 'stock-alert-link' | 'one-click'

/** Cancels a request of a user. @throws not_found for another user's request; a sent or cancelled one is not found either */
export async function cancelAlert(ctx: Context, { userId, id }: { userId: string; id: string }): Promise<void> {
  await transact(ctx, async tx => {
    const gone = await tx.db
      .deleteFrom('stock_alert')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('sent_at', 'is', null)
      .returning(['id', 'user_id', 'channel'])
      .execute()
    if (gone.length === 0) throw refuseAny('not_found')
    await recordEnds(tx, gone, 'product-page')
  })
}

/**
 * Confirms or cancels a request by the link in its e-mail, without a sign-in. Each action may be repeated.
 * @throws alert_link_invalid
 */
export async function useAlertLink(
  ctx: Context,
  { token, action }: { token: string; action: AlertAction },
  source: LinkSource = 'stock-alert-link',
) {
  const id = readAlertToken(ctx, token)
  if (!id) throw refuse('alert_link_invalid')
  await transact(ctx, tx => (action === 'confirm' ? confirm(tx, id) : cancel(tx, id, action, source)))
}

/** The guarded write makes the consent one, however often the link is used. */
async function confirm(tx: TransactionContext, id: string): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('stock_alert')
    .set({ confirmed_at: tx.now(), expires_at: new Date(+tx.now() + ALERT_DAYS * DAY_MS) })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', tx.now())
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await recordKindConsent(tx, { ...CONSENT, subjectId: id, channel: 'email', given: true, source: 'stock-alert-link' })
}

async function cancel(
  tx: TransactionContext,
  id: string,
  action: 'cancel' | 'cancel-all',
  source: LinkSource,
): Promise<void> {
  const address = tx.db.selectFrom('stock_alert').select('email').where('id', '=', id)
  const gone = await tx.db
    .deleteFrom('stock_alert')
    .where(eb => (action === 'cancel' ? eb('id', '=', id) : eb('email', '=', address)))
    .where(isOpen(tx))
    .returning(['id', 'user_id', 'channel'])
    .execute()
  await recordEnds(tx, gone, source)
}

type Ended = { id: string; user_id: string | null; channel: string }

/** A guest's consents stand under the id of the request, because a guest has no other. */
async function recordEnds(
  tx: TransactionContext,
  ended: readonly Ended[],
  source: 'product-page' | LinkSource,
): Promise<void> {
  for (const { id, user_id, channel } of ended) {
    const withdrawn = { subjectId: user_id ?? id, channel: channel as ConsentChannel, given: false, source }
    await recordKindConsent(tx, { ...CONSENT, ...withdrawn })
  }
}
