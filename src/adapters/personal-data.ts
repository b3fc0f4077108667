import type { Context } from './context.ts'

/** Whose data it is; by the time the account is erased, what it was called is known from here alone. */
export type Person = { userId: string; email: string; phone: string | null }

/**
 * What one feature holds about people, and how it gives it out and lets go of it. The account feature puts the features'
 * together into one export and one deletion; a test sees to it that every table with a person in it belongs to one of them.
 */
export type PersonalData = {
  /** The tables that it answers for. */
  tables: readonly string[]
  /** Everything a person is to be told, under names that they understand. */
  exportOf: (ctx: Context, person: Person) => Promise<Record<string, unknown>>
  /**
   * Removes what is personal, in the caller's transaction; what law or proof require stays under the user's bare id.
   * @param afterwards takes what is to be done once the transaction is committed.
   */
  erase: (ctx: Context, person: Person, afterwards: (work: () => void) => void) => Promise<void>
}
