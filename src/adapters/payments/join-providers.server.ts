import type { PaymentProvider, Providers } from '#kernel/ports/payment-providers.ts'
import type { Listing, Page, Payments } from '#kernel/ports/payments.ts'
import type { SavedCardCalls } from '#kernel/ports/saved-cards.ts'

type Calls = Payments & SavedCardCalls

const BY_ID = [
  'readCheckout',
  'expireCheckout',
  'readRefund',
  'readDispute',
  'submitEvidence',
  'acceptDispute',
  'readSubscription',
  'cancelSubscription',
  'resumeSubscription',
  'changePlan',
  'previewPlanChange',
  'readInvoice',
  'payInvoice',
  'voidInvoice',
  'listCards',
  'readCard',
  'removeCard',
  'removeCustomer',
  'payByCard',
] as const satisfies (keyof Calls)[]

const LISTS = [
  'listCharges',
  'listRefunds',
  'listDisputes',
  'listCheckouts',
  'listSubscriptions',
  'listInvoices',
] as const satisfies (keyof Payments)[]

/** Any of the lists. */
type AnyListing = Partial<Listing> & { subscriptionId?: string; paymentIntentId?: string }
type Read = (listing: AnyListing) => Promise<Page<never>>

/** Joins the configured providers to the one port of the features. @param providers the default of the checkout first. */
export function joinProviders(providers: Providers['providers']): Providers {
  const byPrefix = providers.toSorted((a, b) => b.idPrefix.length - a.idPrefix.length)
  const providerOf = (id: string) => byPrefix.find(({ idPrefix }) => id.startsWith(idPrefix)) ?? providers[0]
  const callOf = (name: (typeof BY_ID)[number]) => (id: string, input: never) => providerOf(id)[name](id, input)
  const listOf = (name: (typeof LISTS)[number]) => (listing: AnyListing) => {
    const about = listing.subscriptionId ?? listing.paymentIntentId
    if (about) return (providerOf(about)[name] as Read)(listing)
    return pageOf(providers, name, listing)
  }
  return {
    providers,
    providerOf,
    createCheckout: input => providers[0].createCheckout(input),
    createCardPayment: input => providerOf(input.cardId).createCardPayment(input),
    refund: input => providerOf(input.paymentIntentId).refund(input),
    openBillingPortal: input => providerOf(input.customerId).openBillingPortal(input),
    ...(Object.fromEntries(BY_ID.map(name => [name, callOf(name)])) as unknown as Pick<Calls, (typeof BY_ID)[number]>),
    ...(Object.fromEntries(LISTS.map(name => [name, listOf(name)])) as unknown as Pick<
      Payments,
      (typeof LISTS)[number]
    >),
  }
}

/**
 * A page of a list over all providers. The first provider's cursors are its own; a later provider's begin with `<its id>:`. A cursor of a
 * provider that is no longer configured is unknown to the first one, and the caller starts over.
 */
async function pageOf(
  providers: readonly PaymentProvider[],
  name: (typeof LISTS)[number],
  { after: cursor = '', ...listing }: AnyListing,
): Promise<Page<never>> {
  const listed = providers.filter(({ isWhole }) => isWhole)
  const at = Math.max(
    0,
    listed.findIndex(({ id }, place) => place > 0 && cursor.startsWith(`${id}:`)),
  )
  const prefix = at === 0 ? '' : `${listed[at]!.id}:`
  const after = cursor.slice(prefix.length)
  const { items, next } = await (listed[at]![name] as Read)({ ...listing, ...(after && { after }) })
  const following = listed[at + 1]
  if (next !== null) return { items, next: prefix + next }
  return { items, next: following ? `${following.id}:` : null }
}
