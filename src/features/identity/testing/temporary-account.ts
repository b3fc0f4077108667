import type { TestShop } from '#app/testing/shop.ts'
import { transact } from '#kernel/transaction.server.ts'
import {
  createUserWithTemporaryPassword,
  newTemporaryPassword,
} from '../passwords/commands/temporary-password.server.ts'

/** An account as staff make it for a shopper. @returns its temporary password. */
export async function addTemporaryAccount({ system }: TestShop, email: string): Promise<string> {
  const { password, hash: passwordHash } = await newTemporaryPassword(system)
  await transact(system, tx => createUserWithTemporaryPassword(tx, { email, name: 'Casey Ford', passwordHash }))
  return password
}
