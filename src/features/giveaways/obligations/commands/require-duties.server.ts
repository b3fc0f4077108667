import type { TransactionContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { OBLIGATION_ERRORS } from '../../giveaway/errors/obligation-errors.ts'
import { readCurrentRules } from '../../official-rules/queries/current-rules.server.ts'
import type { RulesFacts } from '../../official-rules/rules-text.ts'
import { blockInWords, blockOf, dutiesOf } from '../due-dates.ts'
import { dutyFacts } from '../queries/duty-facts.server.ts'
import { readFinishedDuties } from '../queries/finished-duties.server.ts'

const refuse = refusals(OBLIGATION_ERRORS)

type Terms = RulesFacts & {
  id: string
  rules_version: number | null
  widest_states: readonly string[] | null
  published_at: Date | null
}

/**
 * Refuses a giveaway in public whose duties before the first entry are open, were done too late for its start, or were filed with other
 * rules than the current ones. The caller holds the
 * giveaway's lock, so that no task is undone before the commit.
 * @throws obligations_open with a sentence for each duty.
 */
export async function requireDuties(tx: TransactionContext, terms: Terms): Promise<void> {
  const now = tx.now()
  const facts = dutyFacts(tx, { ...terms, closed_reason: null }, null)
  const duties = dutiesOf(facts)
  if (duties.length === 0) return
  const finished = await readFinishedDuties(tx, terms.id)
  const withRules = { ...facts, rules: await readCurrentRules(tx, terms) }
  const blocks = duties.flatMap(duty => blockOf(duty, finished.get(duty.id), withRules, now) ?? [])
  if (blocks.length === 0) return
  const sentences = blocks.map(block => blockInWords(block, now)).join(' ')
  throw refuse('obligations_open', { sentences, duties: blocks.map(({ duty }) => duty.id) })
}
