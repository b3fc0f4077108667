import type { TransactionContext } from '#kernel/context.ts'

/** The next number of the register. The counter's row stays locked until the commit, so that numbers follow the commits and a rollback returns the number. */
export async function nextCardNumber(tx: TransactionContext): Promise<number> {
  const { last_number } = await tx.db
    .updateTable('mail_register')
    .set(eb => ({ last_number: eb('last_number', '+', 1) }))
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}
