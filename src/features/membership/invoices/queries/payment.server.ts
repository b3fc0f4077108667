import type { Context } from '#kernel/context.ts'

/** The membership invoice of a payment: its user, and the provider's id of the subscription. */
export const billOfPayment = ({ db }: Context, paymentIntentId: string) =>
  db
    .selectFrom('membership_invoice as i')
    .innerJoin('membership as m', 'm.id', 'i.membership_id')
    .select(['i.id', 'i.user_id as userId', 'i.reason', 'm.provider_id as subscriptionId'])
    .where('i.payment_intent_id', '=', paymentIntentId)
    .executeTakeFirst()

/** The user of a membership invoice. */
export const ownerOfBill = async ({ db }: Context, invoiceId: string): Promise<string | undefined> =>
  (await db.selectFrom('membership_invoice').select('user_id').where('id', '=', invoiceId).executeTakeFirst())?.user_id
