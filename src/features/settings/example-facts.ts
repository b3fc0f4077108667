import { DEFAULT_SETTINGS, type Settings } from '#kernel/settings.ts'
import { DEMO_SETTINGS } from '../../../db/demo/settings.ts'

type Named = Pick<Settings, 'brand' | 'supportEmail' | 'contact'>

/** What the public would read as a fact of the shop: code, words, and where an owner changes it. */
const FACTS = [
  { code: 'name', words: 'the name of the shop', of: ({ brand }: Named) => brand.name },
  { code: 'contact', words: 'the company', of: ({ contact }: Named) => contact.company },
  { code: 'contact', words: 'the support e-mail', of: ({ supportEmail }: Named) => supportEmail },
  { code: 'contact', words: 'the privacy e-mail', of: ({ contact }: Named) => contact.privacyEmail },
  { code: 'contact', words: 'the postal address', of: ({ contact }: Named) => contact.address },
  { code: 'mail_in', words: 'the address for mail-in entries', of: ({ contact }: Named) => contact.mailIn },
] as const

export type ExampleFact = { code: 'name' | 'contact' | 'mail_in'; words: string }

/** Facts that are placeholders of a new shop or invented for the demo: said to the public, they would be false. */
export function exampleFacts(settings: Named): ExampleFact[] {
  const is = (of: (settings: Named) => unknown, other: Named) =>
    JSON.stringify(of(settings)) === JSON.stringify(of(other))
  return FACTS.filter(({ of }) => is(of, DEFAULT_SETTINGS) || is(of, DEMO_SETTINGS as unknown as Named)).map(
    ({ code, words }) => ({ code, words }),
  )
}

/** The facts that the public would read falsely, in words; undefined for none. In a demo everything is invented. */
export function exampleFactsInWords({
  mode,
  settings,
}: {
  mode: 'demo' | 'production'
  settings: Named
}): string | undefined {
  const facts = mode === 'demo' ? [] : exampleFacts(settings).map(({ words }) => words)
  return facts.length > 0 ? new Intl.ListFormat('en-US').format(facts) : undefined
}
