import type { openTestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { subscribingIn } from './subscribing.ts'

/** What is billed to members in a shop under test, what they are told of it, and what they do about it. */
export function billingIn(shop: Awaited<ReturnType<typeof openTestShop>>) {
  const subscribing = subscribingIn(shop)
  const { mine } = subscribing

  const payNow = async (as: TestUser) =>
    shop.call('/api/subscriptions/pay', { as, json: { subscriptionId: (await mine(as)).id } })
  const update = async (as: TestUser, json: object) =>
    shop.call(`/api/subscriptions/${(await mine(as)).id}`, { as, json, method: 'PUT' })
  const preview = async (as: TestUser, plan: string) =>
    shop.call(`/api/subscriptions/${(await mine(as)).id}/plan-change?plan=${plan}`, { as })

  /** What is recorded of somebody's invoices, oldest first. */
  const invoiceRows = ({ userId }: TestUser) =>
    shop.services.db
      .selectFrom('membership_invoice')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()

  /** E-mails to somebody, newest first. */
  const emailsTo = async ({ email }: TestUser) =>
    (await shop.outbox(email)).filter(({ channel }) => channel === 'email')
  const letters = async (to: TestUser) => (await emailsTo(to)).map(({ subject }) => subject)
  /** The newest whose subject holds these words. */
  async function letterText(to: TestUser, words: string): Promise<string> {
    return (await emailsTo(to)).find(({ subject }) => subject.includes(words))!.text
  }
  async function letterHtml(to: TestUser, words: string): Promise<string> {
    return (await emailsTo(to)).find(({ subject }) => subject.includes(words))!.html!
  }

  /** The provider's name of somebody's newest subscription. */
  async function providerId({ userId }: TestUser): Promise<string> {
    const { rows } = await shop.services.pool.query<{ provider_id: string }>(
      'select provider_id from membership where user_id = $1 order by started_at desc limit 1',
      [userId],
    )
    return rows[0]!.provider_id
  }

  /** Every webhook about a subscription or one of its invoices that the sandbox has, oldest first. */
  async function eventsOf(subscriptionId: string): Promise<string[]> {
    const { rows } = await shop.services.pool.query<{ payload: string }>(
      `select payload from stripe_sandbox.event
        where payload like $1 and (type like 'customer.subscription.%' or type in ('invoice.paid', 'invoice.payment_failed'))
        order by seq`,
      [`%${subscriptionId}%`],
    )
    return rows.map(({ payload }) => payload)
  }

  /** Puts another card on file, as the billing portal does. */
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
    letters,
    letterText,
    letterHtml,
    providerId,
    eventsOf,
    putOnFile,
  }
}
