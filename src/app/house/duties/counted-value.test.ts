import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileText, ROOT, repositoryFiles } from '../../testing/source/repository-files.ts'

/** A rule reads the value of a prize at its highest since the publication, and the threshold of two persons at its lowest. */
const files = repositoryFiles('src', 'db/functions').filter(
  file => /\.(tsx?|sql)$/.test(file) && !/\.(test|bench)\.tsx?$|\/testing\/|db\/tables\.ts$/.test(file),
)
const having = (words: RegExp) => files.filter(file => existsSync(join(ROOT, file)) && words.test(fileText(file)))

/** Files that read the value as it is now, because they show it, write it, or hand it to `countedValueOf`. */
const NOW = {
  'db/functions/keep_published_terms.sql': 'keeps the highest',
  'db/functions/takes_two_persons.sql': 'a draft has no highest',
  'src/features/giveaways/giveaway/queries/giveaway-row.server.ts': 'shows it',
  'src/features/draws/queries/draw-proof.server.ts': 'hands it on',
  'src/features/draws/queries/winners.server.ts': 'shows it beside the highest',
  'src/features/giveaways/lifecycle/commands/change-giveaway.server.ts': 'compares it before and after a change',
  'src/features/giveaways/giveaway/giveaway-fields.ts': 'writes it, shows it, and names it in the audit log',
  'src/features/giveaways/obligations/filing-pack.server.ts': 'shows it',
  'src/features/giveaways/obligations/queries/due-duties.server.ts': 'a draft has no highest',
  'src/features/giveaways/obligations/queries/finished-duties.server.ts': 'the value that a finished duty covers',
  'src/features/giveaways/obligations/commands/finish-duty.server.ts': 'the value that a finished duty covers',
  'src/features/giveaways/obligations/queries/duty-facts.server.ts': 'hands it on',
  'src/features/giveaways/official-rules/rules-text.ts': 'shows it',
  'src/features/draw-log/rules.ts': 'defines what counts',
  'src/features/draws/seed.server.ts': 'writes it',
  'src/features/draw-log/tree/commands/log-giveaway.server.ts': 'hands it on',
}

/** Files that read the two-person settings: the settings themselves, the SQL of their history, and the public pages. */
const SETTINGS = [
  'db/functions/keep_two_persons_setting.sql',
  // The lowest since a moment, by the audit log.
  'db/functions/lowest_two_persons_from.sql',
  'src/features/draws/fairness/contract.ts',
  'src/features/draws/fairness/fairness.server.ts',
  'src/features/giveaways/two-persons/queries.server.ts',
  // The default of the code, for that function.
  'src/features/orders/order/address/queries/two-persons.server.ts',
  'src/features/orders/order/queries/money-takes-two.server.ts',
  'src/features/pages/fair/fair-page.tsx',
  'src/features/settings/setting-fields.ts',
  'src/kernel/settings.ts',
]

describe('rules of two persons', () => {
  it('read the value of a giveaway through the highest since its publication alone [B-34.1] [B-34.2]', () => {
    expect(having(/\bvalue_cents\b/)).toEqual(Object.keys(NOW).toSorted())
  })

  it('compare no value of a prize with a threshold outside of the one definition [B-34.1]', () => {
    const compares =
      /(?<!highest_)\b(?:valueCents|value_cents)\s*(?:[<>]=?\s)|(?<!=)[<>]=?\s*\w*\.?(?:valueCents|value_cents)\b/
    const found = having(compares)
    expect(found).toEqual([
      // The duties, whose facts hold the highest value, and a raise of the value.
      'src/features/giveaways/lifecycle/commands/change-giveaway.server.ts',
      'src/features/giveaways/obligations/commands/finish-duty.server.ts',
      'src/features/giveaways/obligations/due-dates.ts',
    ])
    expect(fileText('src/features/giveaways/obligations/queries/duty-facts.server.ts')).toContain(
      'valueCents: countedValueOf(row)',
    )
  })

  it('read threshold and desk rule from their history, not from the settings of the moment [B-34.1]', () => {
    expect(having(/twoPersonsFrom|onePersonDesk/).toSorted()).toEqual(SETTINGS)
  })
})
