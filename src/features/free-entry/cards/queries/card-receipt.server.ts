import { holderOf } from '@redoubt/draw/entries/entry-leaf.ts'
import { readReceipts } from '#features/draw-log/tree/queries/entry-receipts.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { CARD_ERRORS, type CardReceipt } from '../contract.ts'

const refuse = refusals(CARD_ERRORS)

/**
 * The receipt of a registered card, for the slip that staff send to a sender without an e-mail address.
 * @throws card_not_found, card_not_registered.
 */
export async function readCardReceipt(ctx: DataContext, number: number): Promise<CardReceipt> {
  const card = await ctx.db
    .selectFrom('mail_card as c')
    .innerJoin('giveaway as g', 'g.id', 'c.giveaway_id')
    .leftJoin('mail_sender as s', 's.id', 'c.sender_id')
    .leftJoin('giveaway_entry as e', 'e.id', 'c.entry_id')
    .select([
      'c.entry_id',
      'c.received_on',
      'g.id as giveawayId',
      'g.title',
      'g.slug',
      's.name',
      's.address',
      'e.slot_number',
    ])
    .where('c.number', '=', number)
    .executeTakeFirst()
  if (!card) throw refuse('card_not_found')
  const proof = card.entry_id && (await findReceiptOfCard(ctx, card.giveawayId, card.entry_id))
  if (!proof || card.slot_number === null) throw refuse('card_not_registered')
  return {
    cardNumber: number,
    slotNumber: card.slot_number,
    receivedOn: card.received_on,
    giveaway: { id: card.giveawayId, title: card.title, url: `${ctx.origin}/giveaways/${card.slug}` },
    sender: { name: card.name ?? '', address: card.address },
    ...proof,
  }
}

/** The signed receipt of a mailed entry, and the secret that proves its holder. Undefined for an entry that no tree holds. */
export async function findReceiptOfCard(
  ctx: DataContext,
  giveawayId: string,
  entryId: string,
): Promise<Pick<CardReceipt, 'receipt' | 'holderSecret' | 'nonce'> | undefined> {
  const entry = await ctx.db
    .selectFrom('giveaway_entry')
    .select(['user_id', 'mail_sender_id'])
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()
  // The leaf keeps the sender when the entry came to an account later.
  for (const personId of [entry.mail_sender_id, entry.user_id]) {
    if (!personId) continue
    const proof = (await readReceipts(ctx, [{ id: entryId, giveawayId, personId }])).get(entryId)
    if (!proof?.receipt || !proof.holderSecret || !proof.nonce) return undefined
    const { receipt, holderSecret, nonce } = proof
    if (receipt.includes(` ${holderOf(giveawayId, holderSecret)} `)) return { receipt, holderSecret, nonce }
  }
  return undefined
}
