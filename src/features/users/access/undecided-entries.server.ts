import { lockGiveaways } from '#features/giveaways/entries/commands/merge-entries.server.ts'
import type { LiveEntries } from '#features/giveaways/entries/queries/live-entries.server.ts'
import { listUndecidedEntries } from '#features/winners/queries/open-prizes.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { TryAgain } from '#kernel/transaction.server.ts'
import { refuse } from './acted-on.server.ts'

/** The entries of an account's person that an act on the account would change. */
type UndecidedEntries = {
  entries: readonly LiveEntries[]
  /** The direct act on one of these entries takes two persons. */
  takesTwo: boolean
}

/**
 * The person's undecided entries, with the open giveaways locked, so that their entries stay the same until the commit.
 * @throws TryAgain when an entry arrived in another giveaway.
 */
export async function lockUndecidedEntries(tx: TransactionContext, person: DataSubject): Promise<UndecidedEntries> {
  const openOf = (entries: readonly LiveEntries[]) => entries.filter(({ stage }) => stage === 'open')
  const before = openOf(await listUndecidedEntries(tx, person)).map(({ giveawayId }) => giveawayId)
  await lockGiveaways(tx, before)
  const entries = await listUndecidedEntries(tx, person)
  if (openOf(entries).some(({ giveawayId }) => !before.includes(giveawayId))) throw new TryAgain()
  return { entries, takesTwo: entries.some(({ takesTwo }) => takesTwo) }
}

/** @throws list_sealed while a list with an entry of the person waits for its round. */
export function requireNoSealedList({ entries }: Pick<UndecidedEntries, 'entries'>): void {
  const sealed = entries.find(({ stage }) => stage === 'sealed')
  if (sealed) throw refuse('list_sealed', { giveaway: sealed.title })
}

/** The facts about the entries for the second person. */
export const entryFacts = ({ entries }: UndecidedEntries) =>
  entries.map(({ title, entries: count }) => ({ label: 'Entries', value: `${title}: ${count}` }))
