import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { OnceKind } from '#kernel/once/kinds.ts'

const { services } = await testShop()

/** Columns that name a person in a unique index. */
const PERSON = [
  'user_id',
  'email',
  'mailbox',
  'phone_hash',
  'referred_id',
  'sender_id',
  'name_key',
  'address_key',
  'owner_id',
]

const BY_PHONE = 'by the keyed hash of the phone, which no deletion touches'
const SEALED = 'in a giveaway whose list is sealed, which takes no new entrant'

/**
 * Every unique index over a person, with the mark by which its rule survives the deletion and the merge of an account, or the reason why the
 * rule needs none.
 */
const RULES: Record<string, { mark: OnceKind } | { reason: string }> = {
  one_first_order: { mark: 'order' },
  one_first_order_of_mailbox: { mark: 'order' },
  one_reward_for_mailbox: { mark: 'order' },
  referral_reward_pkey: { mark: 'order' },
  referral_pkey: { mark: 'account' },
  referral_code_pkey: { mark: 'merged' },
  coupon_user_pkey: { mark: 'coupon' },
  membership_active: { mark: 'benefit' },
  free_entry_mailbox_day: { mark: 'free entry' },
  free_entry_sender_day: { mark: 'free entry sender' },
  review_report_pkey: { mark: 'report' },
  mail_sender_identity: { reason: 'live entries count for the limit, and those of an erased sender are removed' },
  giveaway_participant_pkey: { reason: 'live entries count for the limit, and those of a deleted account are removed' },
  auto_entry_pkey: { reason: 'an auto-entry costs a credit, and credits lapse with the account' },
  winner_user: { reason: SEALED },
  one_review_a_user: { reason: 'a new account needs a delivered order of its own, and the former review is deleted' },
  batch_recipient_batch_id_phone_hash_key: {
    reason: 'an SMS more is no benefit, and sms_month bounds it by the phone',
  },
  batch_recipient_batch_id_user_id_key: { reason: 'an SMS more is no benefit, and sms_month bounds it by the phone' },
  sms_month_pkey: { reason: BY_PHONE },
  sms_stop_pkey: { reason: BY_PHONE },
  opening_request_email_key: { reason: 'one message at the opening, which every visitor may ask for' },
  stock_alert_once: { reason: 'a message, and the product is in stock for everyone' },
  users_email_key: { reason: 'an address is free after a deletion, as the privacy policy says' },
}

/** Unique indexes over rows that an account owns: settings, secrets, lists and sums. A person gains no benefit by losing them. */
const OWN_THINGS = [
  ...['auto_entry_preference_pkey', 'notification_preference_pkey', 'email_choice_pkey', 'legal_acceptance_pkey'],
  ...['credit_account_pkey', 'credit_holder_pkey', 'customer_standing_pkey', 'hidden_customer_pkey'],
  ...['factor_enrolment_user_id_type_key', 'second_factor_pkey', 'recovery_code_pkey', 'token_revocation_pkey'],
  ...['price_alert_pkey', 'wish_pkey', 'saved_cart_pkey', 'saved_filter_name', 'shipping_address_pkey'],
  // A registration takes longer than the 60 seconds between two tickets.
  'support_cooldown_pkey',
]

it('every unique index over a person has a once mark, or a reason to need none [B-4.53]', async () => {
  const { rows } = await services.pool.query<{ index: string; columns: string[] }>(
    `select i.relname as index, array_agg(a.attname::text order by a.attnum) as columns
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
       join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any(x.indkey)
     where x.indisunique and n.nspname = 'public' group by i.relname`,
  )
  const found = rows.filter(({ columns }) => columns.some(column => PERSON.includes(column))).map(({ index }) => index)
  const settled = (index: string) => index in RULES || OWN_THINGS.includes(index)
  expect(found.filter(index => !settled(index)).toSorted()).toEqual([])
  expect([...Object.keys(RULES), ...OWN_THINGS].filter(index => !found.includes(index))).toEqual([])
})
