import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROOT } from '../testing/source/repository-files.ts'
import { type UnreadWrite, unreadWritesIn } from '../testing/unread-writes.ts'

/**
 * PostgreSQL reports no error for an UPDATE that matches no row. Code must read the row count, or be listed here with a reason why the
 * count does not matter (docs/decisions/0066-transact.md).
 */

/** `folder/file › table`, without the `.server.ts`. */
const COUNT_DOES_NOT_MATTER: Record<string, string[]> = {
  'The row was locked or written earlier in the same transaction, so it is there.': [
    // The table is a parameter.
    'audit-log/commands/staff-record › undefined',
    'bulk-sms/commands/campaigns › sms_campaign',
    'bulk-sms/commands/campaigns › sms_campaign',
    'catalog/commands/archive-product › product',
    'catalog/commands/reprice-memberships › product',
    'catalog/commands/write-product › product',
    'codes/commands/write-coupon › coupon',
    'giveaways/lifecycle/commands/end-giveaway › giveaway',
    'giveaways/lifecycle/commands/new-giveaway › giveaway',
    'identity/address-book/commands › saved_address',
    'identity/address-book/commands › saved_address',
    'identity/address-book/commands › shipping_address',
    'identity/address-book/commands › shipping_address',
    'identity/profile/commands/correct-profile › users',
    'identity/second-factors/commands/change-factors › factor_enrolment',
    'identity/accounts/commands/merge-identities › users',
    // Another registration did not make the account, or nothing is recorded of it.
    'identity/registration/commands/confirm › users',
    'identity/passwords/commands/temporary-password › credential',
    'membership/invoices/commands/record-refund › membership_invoice',
    'membership/subscriptions/sync/commands/keep-membership › membership',
    'own-pages/commands/write-page › own_page',
    'reviews/commands/moderate-review › product_review',
    'reviews/commands/moderate-review › product_review',
    'reviews/commands/write-review › product_review',
    'settings/commands › shop_settings',
    'shipping/commands/zones › shipping_zone',
    'storefront/commands/storefront-part › storefront_part',
    'support/desk/commands/change-ticket › support_ticket',
    'winners/commands/end-winner › winner',
    'winners/personal-data › winner',
  ],
  'Any number of rows is right: these are all rows of a person, an order, a giveaway or a batch, and there may be none.':
    [
      'adapters/images/take-pictures › picture',
      // None when the picture is gone or another run marked it.
      'adapters/images/remove-unused › picture',
      'cart/commands › saved_cart',
      'catalog/commands/bulk-change › product',
      'catalog/commands/write-product › product_variant',
      'codes/commands/code-uses › code_use',
      'codes/commands/merge-codes › code_use',
      'codes/commands/merge-codes › referral_reward',
      'codes/personal-data › code_use',
      'codes/personal-data › referral_reward',
      'giveaways/entries/commands/dispute-entries › giveaway_entry',
      'giveaways/entries/commands/merge-entries › auto_entry',
      'giveaways/entries/commands/merge-entries › giveaway_entry',
      'giveaways/entries/commands/merge-entries › mail_sender',
      'free-entry/cards/commands/adopt-mail-entries › giveaway_entry as e',
      'free-entry/cards/commands/adopt-mail-entries › mail_sender',
      'free-entry/cards/commands/tally-cards › mail_card',
      'free-entry/cards/personal-data › giveaway_entry',
      'free-entry/cards/personal-data › mail_sender',
      'free-entry/cards/personal-data › mail_sender as s',
      'giveaways/entries/commands/staff-entries › giveaway_participant',
      'draw-log/log/commands/restore-log › giveaway',
      'giveaways/personal-data › giveaway_entry',
      'identity/accounts/commands/merge-identities › saved_address',
      'identity/accounts/commands/merge-identities › user_note',
      'identity/accounts/commands/merge-identities › referral',
      'identity/accounts/commands/merge-identities › referral_code',
      'identity/accounts/commands/prove-mailbox › verification_code',
      'identity/registration/commands/referrals › registration',
      'insights/commands › recorded_sale',
      'insights/personal-data › recorded_sale',
      'legal/personal-data › legal_acceptance',
      'membership/subscriptions/sync/commands/end-memberships › membership_invoice',
      'membership/subscriptions/sync/commands/merge-memberships › membership',
      'membership/subscriptions/sync/commands/merge-memberships › membership_invoice',
      'notifications/commands/message-batches › message',
      'notifications/delivery/commands › message',
      'notifications/personal-data › message_batch',
      // The link was pressed before, or is too old: the page shows which.
      'opening/commands/ask-opening › opening_request',
      'orders/personal-data › customer_order',
      'orders/personal-data › lost_order',
      'reconciliation/commands/compare-books › provider_payment',
      'reconciliation/personal-data › discrepancy',
      'reviews/commands/merge-reviews › product_review',
      'reviews/commands/merge-reviews › review_report',
      // None when the user reported before.
      'reviews/commands/report-review › product_review',
      'support/commands › support_post',
      'support/personal-data › support_post',
      // Most winners have no proposal to pass on the prize.
      'winners/commands/move-winner › winner_pass',
      'winners/personal-data › winner_pass',
      'wishes/price-alerts/commands/tell-price-drops › price_alert',
      'wishes/saved/commands › price_alert',
      'wishes/stock-alerts/commands/move-alerts › stock_alert',
    ],
  'A second writer of the same fact may come first, and then nothing is left to write.': [
    'giveaways/entries/commands/auto-entry › giveaway',
    'orders/webhooks/commands/payment-events › webhook_event',
    'orders/refunds/commands/send-refund › customer_order',
  ],
  'A note of a moment or a counter that promises nothing: without its row there is nothing to note it of.': [
    'identity/sign-in/commands/answer-challenge › sign_in_challenge',
    'identity/sessions/commands/tokens › session',
    'identity/sessions/commands/tokens › session',
    'identity/security/devices-api › session',
    'membership/subscriptions/commands/cancel-membership › membership',
    'membership/subscriptions/sync/commands/read-membership › membership',
    'notifications/delivery/claim-messages › message_batch',
    'notifications/commands/message-batches › message_batch',
    'notifications/commands/receive-sms › inbound_sms',
  ],
  'The table has one fixed row for each name, made by a migration and never deleted.': [
    'reconciliation/commands/compare-books › reconciler',
    'reconciliation/commands/lease › reconciler',
    'reconciliation/commands/read-lists › provider_pass',
  ],
}

const nameOf = ({ file, table }: UnreadWrite) =>
  `${file.replace(`${ROOT}/src/`, '').replace('features/', '').replace('.server.ts', '')} › ${table}`

const files = globSync(`${ROOT}/src/**/*.server.ts`).filter(file => !/\/(testing|seed)\/|\/seed/.test(file))

it('every UPDATE whose count matters reads its row count', () => {
  const allowed = new Set(Object.values(COUNT_DOES_NOT_MATTER).flat())
  const found = files.flatMap(unreadWritesIn)
  expect(found.filter(write => !allowed.has(nameOf(write)))).toEqual([])
  const stale = [...allowed].filter(name => !found.some(write => nameOf(write) === name))
  expect(stale, 'not needed any more').toEqual([])
})
