import { parseEntryLeaf } from '@redoubt/draw/entry-leaf.ts'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { leafOfEvent } from '../../tree/event-leaf.server.ts'
import { giveawayKeyOf } from '../../tree/holders.server.ts'
import { receiptFor } from '../../tree/receipts.server.ts'
import { CARD_ERRORS, type CardReceipt } from '../contract.ts'

const refuse = refusals(CARD_ERRORS)

/**
 * The receipt of a registered card, for the slip that staff send to a sender without an e-mail address.
 * @throws card_not_found, card_not_registered.
 */
export async function cardReceiptOf(ctx: DataContext, number: number): Promise<CardReceipt> {
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
  const proof = card.entry_id && (await receiptOfCard(ctx, card.giveawayId, card.entry_id))
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
export async function receiptOfCard(
  ctx: DataContext,
  giveawayId: string,
  entryId: string,
): Promise<Pick<CardReceipt, 'receipt' | 'holderSecret' | 'nonce'> | undefined> {
  const leaf = await mailLeafOf(ctx, giveawayId, entryId)
  const parsed = leaf === undefined ? undefined : parseEntryLeaf(leaf)
  if (!leaf || parsed?.kind !== 'mail') return undefined
  const entry = await ctx.db
    .selectFrom('giveaway_entry')
    .select(['user_id', 'mail_sender_id'])
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()
  const key = await giveawayKeyOf(ctx, giveawayId)
  // The leaf keeps the sender when the entry came to an account later.
  const person = [entry.mail_sender_id, entry.user_id].find(id => id !== null && key.holderOf(id) === parsed.holder)
  if (!person) return undefined
  return {
    receipt: await receiptFor(ctx, { giveawayId, leaves: [leaf] }),
    holderSecret: key.secretOf(person),
    nonce: key.nonceOf(entryId),
  }
}

/** The leaf of the card, or the one that its waiting event becomes. Events are read first, because the sequencer moves them to leaves. */
async function mailLeafOf(ctx: DataContext, giveawayId: string, entryId: string): Promise<string | undefined> {
  const event = await ctx.db
    .selectFrom('draw_event')
    .select(['at', 'kind', 'person_id', 'entry_id', 'number', 'mark', 'received_on', 'card_number'])
    .where('giveaway_id', '=', giveawayId)
    .where('entry_id', '=', entryId)
    .where('kind', '=', 'mail')
    .executeTakeFirst()
  if (event) return leafOfEvent(event, await giveawayKeyOf(ctx, giveawayId))
  const stored = await ctx.db
    .selectFrom('draw_leaf')
    .select('leaf')
    .where('entry_id', '=', entryId)
    .where('leaf', 'like', 'mail %')
    .executeTakeFirst()
  return stored?.leaf
}
