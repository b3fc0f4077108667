import { type TestShop, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditAfterEach } from '#features/credits/testing/audit-after-each.ts'
import { subscribingIn } from './subscribing.ts'

/** Billing of members in a test shop: invoices, e-mails, and the members' actions. */
export function billingIn(shop: TestShop) {
  const subscribing = subscribingIn(shop)
  const { mine } = subscribing

  const payNow = async (as: TestUser) =>
    shop.call('/api/subscriptions/pay', { as, json: { subscriptionId: (await mine(as)).id } })
  const update = async (as: TestUser, json: object) =>
    shop.call(`/api/subscriptions/${(await mine(as)).id}`, { as, json, method: 'PUT' })
  const preview = async (as: TestUser, plan: string) =>
    shop.call(`/api/subscriptions/${(await mine(as)).id}/plan-change?plan=${plan}`, { as })

  /** A user's recorded invoices, oldest first. */
  const invoiceRows = ({ userId }: TestUser) =>
    shop.services.db
      .selectFrom('membership_invoice')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()

  /** E-mails to a user, newest first. */
  const emailsTo = async ({ email }: TestUser) =>
    (await shop.outbox(email)).filter(({ channel }) => channel === 'email')
  const emails = async (to: TestUser) => (await emailsTo(to)).map(({ subject }) => subject)
  /** Text of the newest e-mail whose subject contains `words`. */
  async function emailText(to: TestUser, words: string): Promise<string> {
    return (await emailsTo(to)).find(({ subject }) => subject.includes(words))!.text
  }
  async function emailHtml(to: TestUser, words: string): Promise<string> {
    return (await emailsTo(to)).find(({ subject }) => subject.includes(words))!.html!
  }

  /** The provider's id of a user's newest subscription. */
  async function providerId({ userId }: TestUser): Promise<string> {
    const { rows } = await shop.services.pool.query<{ provider_id: string }>(
      'select provider_id from membership where user_id = $1 order by started_at desc limit 1',
      [userId],
    )
    return rows[0]!.provider_id
  }

  /** All webhooks of the sandbox about a subscription or one of its invoices, oldest first. */
  async function eventsOf(subscriptionId: string): Promise<string[]> {
    const { rows } = await shop.services.pool.query<{ payload: string }>(
      `select payload from stripe_sandbox.event
        where payload like $1 and (type like 'customer.subscription.%' or type in ('invoice.paid', 'invoice.payment_failed'))
        order by seq`,
      [`%${subscriptionId}%`],
    )
    return rows.map(({ payload }) => payload)
  }

  /** Replaces the card on file, as the billing portal does. */
  async function putOnFile(as: TestUser, behaviour: 'pays' | 'pays_once') {
    await shop.services.pool.query(
      `update stripe_sandbox.object set hidden = jsonb_set(hidden, '{card,behaviour}', to_jsonb($2::text)) where id = $1`,
      [await providerId(as), behaviour],
    )
  }

  return {
    ...subscribing,
    payNow,
    update,
    preview,
    invoiceRows,
    emails,
    emailText,
    emailHtml,
    providerId,
    eventsOf,
    putOnFile,
  }
}

/** The shop of a test file that sells both plans, with the billing of its members. Credits are audited after each test. */
export async function openBillingShop() {
  const shop = await testShop({ connections: 20 })
  const at = billingIn(shop)
  await at.addPlans()
  auditAfterEach(shop)
  return { shop, at }
}
