import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type UnreadWrite, unreadWritesIn } from './testing/unread-writes.ts'

/**
 * PostgreSQL reports no error for an UPDATE that matches no row. Code must read the row count, or be listed here with a reason why the
 * count does not matter (docs/decisions/0055-durable-promises.md).
 */
const ROOT = join(import.meta.dirname, '../..')

/** `folder/file › table`, without the `.server.ts`. */
const COUNT_DOES_NOT_MATTER: Record<string, string[]> = {
  'The row was locked or written earlier in the same transaction, so it is there.': [
    'bulk-sms/commands/steer-campaign › sms_campaign',
    'bulk-sms/commands/enqueue-campaign-batch › sms_campaign',
    'catalog/commands/archive-product › product',
    'catalog/commands/reprice-memberships › product',
    'catalog/commands/write-product › product',
    'codes/commands/write-coupon › coupon',
    'giveaways/commands/close-giveaway › giveaway',
    'giveaways/commands/copy-giveaway › giveaway',
    'giveaways/commands/delete-giveaway › giveaway',
    'identity/commands/correct-profile › users',
    'identity/commands/enrol-factor › factor_enrolment',
    'identity/commands/merge-identities › users',
    'identity/commands/temporary-password › credential',
    'membership/commands/record-refund › membership_invoice',
    'membership/commands/write-membership › membership',
    'settings/commands › shop_settings',
    'support/desk/commands/canned-replies › canned_reply',
    'support/desk/commands/change-ticket › support_ticket',
    'winners/commands/end-winner › winner',
    'winners/personal-data › winner',
  ],
  'Any number of rows is right: these are all rows of a person, an order, a giveaway or a batch, and there may be none.':
    [
      'cart/commands › saved_cart',
      'catalog/commands/bulk-change › product',
      'catalog/commands/variants › product_variant',
      'codes/commands/end-codes › code_use',
      'codes/commands/merge-codes › code_use',
      'codes/commands/merge-codes › referral_reward',
      'codes/personal-data › code_use',
      'codes/personal-data › referral_reward',
      'giveaways/commands/dispute-entries › giveaway_entry',
      'giveaways/commands/merge-entries › auto_entry',
      'giveaways/commands/merge-entries › giveaway_entry',
      'giveaways/commands/return-entries › giveaway_participant',
      'giveaways/personal-data › giveaway_entry',
      'identity/commands/merge-identities › user_note',
      'identity/commands/merge-identities › referral',
      'identity/commands/merge-identities › referral_code',
      'identity/commands/referrals › registration',
      'identity/commands/reset-password › verification_code',
      'insights/commands › recorded_sale',
      'insights/personal-data › recorded_sale',
      'legal/personal-data › legal_acceptance',
      'membership/commands/end-memberships › membership_invoice',
      'membership/commands/merge-memberships › membership',
      'membership/commands/merge-memberships › membership_invoice',
      'notifications/commands/message-batches › message',
      'notifications/personal-data › message_batch',
      'orders/personal-data › customer_order',
      'orders/personal-data › lost_order',
      'reconciliation/commands/compare-books › provider_payment',
      'reconciliation/personal-data › discrepancy',
      'support/commands › support_post',
      'support/personal-data › support_post',
    ],
  'A second writer of the same fact may come first, and then nothing is left to write.': [
    'giveaways/commands/advance-giveaways › giveaway',
    'giveaways/commands/auto-enter › giveaway',
    'orders/commands/payment-events › webhook_event',
    'orders/refunds/commands/send-refund › customer_order',
  ],
  'A note of a moment or a counter that promises nothing: without its row there is nothing to note it of.': [
    'identity/commands/answer-challenge › sign_in_challenge',
    'identity/commands/staff-session › session',
    'identity/commands/tokens › session',
    'identity/devices-api › session',
    'membership/commands/cancel-membership › membership',
    'membership/commands/compare-memberships › membership',
    'notifications/commands/claim-messages › message_batch',
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
