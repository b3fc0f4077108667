import type { Context, DataContext, TransactionContext } from './context.ts'
import type { OnceMark } from './once/marks.server.ts'

/** Replaces the erased e-mail address of an order or a mailed entry. */
export const FORGOTTEN_EMAIL = 'deleted@redoubt.invalid'

/**
 * The owner of the data. After the account is erased, these identifiers are known only from here.
 * `email` and `phone` are null for an account whose mailbox is unproven, because it does not own the rows of its address or phone.
 */
export type DataSubject = { userId: string; email: string | null; phone: string | null }

/** A person whose account closes. `mailbox` is that of its e-mail address. */
type Leaver = { userId: string; email: string; mailbox: string; isMailboxProven: boolean }

/** True while a person acts on their own data; false for staff and for the shop itself. */
export const isOwnAct = ({ actor }: DataContext, { userId }: DataSubject): boolean => actor?.userId === userId

/**
 * The personal data of one feature: export and erasure. The account feature combines all features into one export and one deletion.
 * A test checks that every table with personal data belongs to one feature.
 */
export type PersonalData = {
  /** The tables that the feature is responsible for. */
  tables: readonly string[]
  /** All data of the user for the export, under names that users understand. */
  exportOf: (ctx: Context, person: DataSubject) => Promise<Record<string, unknown>>
  /**
   * Erases personal data. Data required by law or as proof stays under the user's bare id.
   * @returns a task that runs after all features have erased their rows: a last message, which the erasure of messages would delete.
   */
  erase: (tx: TransactionContext, person: DataSubject) => Promise<void | (() => Promise<void>)>
  /**
   * The once marks of the account, read from the rows under its id. Missing in a feature without such a
   * rule. A deletion asks before and after the erasure, a merge before it moves the rows.
   */
  listOnceMarks?: (tx: TransactionContext, leaver: Leaver) => Promise<OnceMark[]>
}
