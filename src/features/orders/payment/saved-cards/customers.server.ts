import { sql } from 'kysely'
import { FORGET_CUSTOMER } from '#features/orders/order/job-types.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'

type Customer = { customerId: string; userId: string; provider: string }

/** The user's customers at the providers, newest first. Concurrent first payments can begin two at one provider. */
export async function listCustomers({ db }: DataContext, userId: string): Promise<Customer[]> {
  return db
    .selectFrom('payment_customer')
    .select(['customer_id as customerId', 'user_id as userId', 'provider'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('customer_id')
    .execute()
}

/**
 * Keeps the customer of a paid order, whose saved cards the next payment offers. The customer of an account that was deleted or merged in
 * between is removed at the provider.
 */
export async function keepCustomer(tx: TransactionContext, { customerId, userId, provider }: Customer): Promise<void> {
  const { rows } = await sql<{ hasAccount: boolean }>`
    with owner as (
      select id from users where id = ${userId} and deleted_at is null
    ), kept as (
      insert into payment_customer (customer_id, user_id, provider, created_at)
      select ${customerId}, id, ${provider}, ${tx.now()} from owner on conflict (customer_id) do nothing
    )
    select exists (select from owner) as "hasAccount"`.execute(tx.db)
  if (!rows[0]!.hasAccount) await enqueue(tx, FORGET_CUSTOMER, { customerId, provider })
}

/** Drops all customers of a user. A job removes them, and their cards, at the providers. */
export async function dropCustomers(tx: TransactionContext, userId: string): Promise<void> {
  const gone = await tx.db
    .deleteFrom('payment_customer')
    .where('user_id', '=', userId)
    .returning(['customer_id as customerId', 'provider'])
    .execute()
  for (const customer of gone) await enqueue(tx, FORGET_CUSTOMER, customer)
}

/** Drops a customer that the provider refuses, so that the next payment begins another. */
export async function dropRefusedCustomer({ db, log }: Context, customerId: string): Promise<void> {
  await db.deleteFrom('payment_customer').where('customer_id', '=', customerId).execute()
  log.warn({ customerId }, 'the payment provider refused a customer, who is dropped')
}

/** Removes a customer and the saved cards at the provider. @throws PaymentError when it is unreachable; the job is retried. */
export async function forgetCustomer(
  { payments, log }: Context,
  { customerId, provider }: Omit<Customer, 'userId'>,
): Promise<void> {
  const keeper = payments.providers.find(({ id }) => id === provider)
  if (keeper) await keeper.removeCustomer(customerId)
  else log.error({ customerId, provider }, 'the provider of a deleted customer is not configured')
}
