import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import type { SavedCard as ProviderCard } from '#kernel/ports/saved-cards.ts'
import { refusals } from '#platform/errors.ts'
import { SAVED_CARD_ERRORS, type SavedCard } from './contract.ts'
import { listCustomers } from './customers.server.ts'

const refuse = refusals(SAVED_CARD_ERRORS)

/** The cards that a user saved on the providers' pages. Without a customer no provider is asked. @throws cards_away */
export async function listSavedCards(ctx: Context, userId: string): Promise<SavedCard[]> {
  const customers = await listCustomers(ctx, userId)
  const lists = await Promise.all(
    customers.map(async ({ customerId, provider }) => {
      const keeper = ctx.payments.providers.find(({ id }) => id === provider)
      const cards = keeper ? await atKeeper(ctx, () => keeper.listCards(customerId)) : []
      return cards.map(card => shown(ctx, provider, card))
    }),
  )
  return lists.flat()
}

function shown(ctx: Context, paymentMethod: string, { customerId: _, ...card }: ProviderCard): SavedCard {
  // A card is valid until the end of its month, in the latest zone.
  const isExpired = +ctx.now() >= Date.UTC(card.expYear, card.expMonth, 2)
  return { ...card, paymentMethod, isExpired }
}

/**
 * A saved card of the user, read from its provider.
 * @throws saved_card_not_found for a card of another user, an unknown or a removed one; cards_away.
 */
export async function ownCard(
  ctx: Context,
  { userId, provider, cardId }: { userId: string; provider: PaymentProvider; cardId: string },
): Promise<ProviderCard> {
  const customers = (await listCustomers(ctx, userId)).filter(customer => customer.provider === provider.id)
  if (!provider.savesCards || customers.length === 0) throw refuse('saved_card_not_found')
  const card = await atKeeper(ctx, () => provider.readCard(cardId))
  if (!customers.some(({ customerId }) => customerId === card.customerId)) throw refuse('saved_card_not_found')
  return card
}

/** Removes one of the user's saved cards at its provider. @throws saved_card_not_found, cards_away */
export async function removeOwnCard(ctx: Context, cardId: string): Promise<void> {
  const { userId } = actorOf(ctx)
  const provider = ctx.payments.providerOf(cardId)
  await ownCard(ctx, { userId, provider, cardId })
  await atKeeper(ctx, () => provider.removeCard(cardId))
}

/** Runs a call to the provider that keeps the cards. */
async function atKeeper<T>(ctx: Context, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    if (error.kind === 'not_found' || error.kind === 'invalid') throw refuse('saved_card_not_found')
    ctx.log.warn({ err: error, kind: error.kind }, 'saved cards not reached')
    throw refuse('cards_away')
  }
}
