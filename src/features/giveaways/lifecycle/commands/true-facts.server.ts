import { exampleFacts } from '#features/settings/example-facts.ts'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { RULES_ERRORS } from '../../giveaway/errors/rules-errors.ts'

const refuse = refusals(RULES_ERRORS)
const LIST = new Intl.ListFormat('en-US')

/** No giveaway goes public under a name or an address that is a placeholder or the demo's. In a demo everything is. @throws example_facts */
export function requireTrueFacts({ mode, settings }: DataContext): void {
  if (mode === 'demo') return
  const facts = exampleFacts(settings).map(({ words }) => words)
  if (facts.length > 0) throw refuse('example_facts', { facts: LIST.format(facts) })
}
