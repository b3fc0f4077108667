import type { Payments } from './payments.ts'
import type { SavedCardCalls } from './saved-cards.ts'

/** The calls that an order of goods needs from its provider. */
export type HostedCheckout = Pick<
  Payments,
  'createCheckout' | 'readCheckout' | 'expireCheckout' | 'refund' | 'readRefund'
>

/** What the shop knows of a provider without a call. */
export type ProviderFacts = {
  /** Stored with each order and named by the API, at most 20 letters and `_`. It never changes. */
  id: string
  /** At the choice of payment method and on receipts: `Card`. */
  name: string
  /** The line below the name. */
  hint: string
  /** Shown to staff while the provider does not answer. */
  company: string
  /** Begins each id of this provider and no id of another one. Empty for the one provider whose ids have no common beginning. */
  idPrefix: string
  /** The header that signs its webhooks, which arrive at `/api/webhooks/<id>`. */
  signatureHeader: string
  /** The origin of its payment page, which the pages allow forms to reach. */
  pageOrigin?: string
  /** The refusal when the provider refuses the shop's key. Default: the checkout's. */
  notConfigured?: { code: string; message: string }
  /** Whether the provider accepts the shop's key. Default: always. */
  isConfigured?: () => Promise<boolean>
  /** What the payment page offers, as people write it: `Card`, `Apple Pay`. Default: nothing is said. It never fails. */
  pageMethods?: () => Promise<readonly string[]>
  /** Whether the page saves cards by consent, and `createCardPayment` charges them. */
  savesCards: boolean
  /** False for a provider of checkouts only: it sells no memberships, and has no lists to compare our books with. */
  isWhole: boolean
}

export type PaymentProvider = ProviderFacts & Payments & SavedCardCalls & WebhookSignatures

/** Compares a signature with the bytes of a body. */
export type SignatureCheck = { add: (piece: Uint8Array) => void; isRight: () => boolean }

export type WebhookSignatures = {
  /**
   * Begins to check a signature over the pieces of a body as they arrive, so that no text is made of a forged one. `verifyWebhook` judges
   * the bodies that pass.
   * @param signature the provider's signature header, unchanged.
   * @throws WebhookError when it is no signature or a stale one. The body is then not read.
   */
  beginSignature: (signature: string) => SignatureCheck
}

/**
 * All configured providers as one. A call goes to the provider of the id that it names, and a list contains every provider's objects, one
 * provider after another. `createCheckout` uses the first provider; an order calls its own.
 */
export type Providers = Omit<Payments, 'verifyWebhook'> &
  SavedCardCalls & {
    /** The first is the default of the checkout. */
    providers: readonly [PaymentProvider, ...PaymentProvider[]]
    /** The provider of an id, by its beginning. */
    providerOf: (id: string) => PaymentProvider
  }
