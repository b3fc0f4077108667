import { exampleFactsInWords } from '#features/settings/example-facts.ts'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { RULES_ERRORS } from '../../giveaway/errors/rules-errors.ts'

const refuse = refusals(RULES_ERRORS)

/** No giveaway goes public under a name or an address that is a placeholder or the demo's. In a demo everything is. @throws example_facts */
export function requireTrueFacts(ctx: DataContext): void {
  const facts = exampleFactsInWords(ctx)
  if (facts) throw refuse('example_facts', { facts })
}
