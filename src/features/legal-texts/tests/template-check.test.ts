import { describe, expect, it } from 'vitest'
import { KINDS, type Kind } from '#features/legal/contract.ts'
import { defaultsOf } from '#kernel/settings.ts'
import { DEMO_SETTINGS } from '../../../../db/demo/settings.ts'
import { legalFactsOf } from '../legal-texts.ts'
import { shippedClausesOf } from '../shipped/shipped-templates.ts'
import { paragraph, type TemplateClause } from '../template.ts'
import { templateProblems } from '../template-check.server.ts'

const facts = legalFactsOf({ ...defaultsOf('demo'), ...DEMO_SETTINGS })
const sentencesOf = (kind: Kind, clauses: TemplateClause[]) =>
  Object.values(templateProblems(kind, clauses, facts)).flat()
const without = (kind: Kind, gone: string) => shippedClausesOf(kind).filter(({ name }) => name !== gone)
const withText = (text: string) =>
  sentencesOf('terms', [...shippedClausesOf('terms'), { name: null, title: 'New', blocks: [paragraph(text)] }])

describe('a template', () => {
  it.each(KINDS)('the shipped template of %s has no problem [B-37.1]', kind => {
    expect(templateProblems(kind, shippedClausesOf(kind), facts)).toEqual({})
  })

  it.each<[Kind, string]>([
    ['terms', 'who-may-shop'],
    ['terms', 'membership'],
    ['terms', 'law'],
    ['privacy', 'text-messages'],
    ['privacy', 'your-rights'],
    ['sweepstakes', 'eligibility'],
    ['sweepstakes', 'how-to-enter'],
    ['sweepstakes', 'odds'],
    ['sweepstakes', 'draw'],
    ['no-purchase-necessary', 'free-by-mail'],
    ['no-purchase-necessary', 'free-online'],
    ['no-purchase-necessary', 'free-entries'],
    ['age-verification', 'minimum-age'],
  ])('%s: the clause %s cannot be removed, with the reason [B-37.2]', (kind, gone) => {
    const [sentence, ...others] = sentencesOf(kind, without(kind, gone))
    expect(sentence).toMatch(/^The clause “.+” cannot be removed\. .+\.$/)
    expect(others).toEqual([])
  })

  it('a clause that states no rule and no required field can be removed and moved [B-37.2]', () => {
    expect(sentencesOf('terms', without('terms', 'fair-use').toReversed())).toEqual([])
  })

  it('a locked block cannot leave its clause, stand in another or stand twice [B-37.2]', () => {
    const [first, odds, ...others] = without('sweepstakes', 'how-to-enter').map(clause => ({ ...clause }))
    const emptied = [first!, { ...odds!, blocks: [paragraph('Odds are good.')] }, ...others]
    expect(sentencesOf('sweepstakes', emptied).join(' ')).toContain('“Odds”: “Odds” cannot be removed. The draw works')
    const twice = [{ ...first!, blocks: [...first!.blocks, ...odds!.blocks] }, odds!, ...others]
    expect(sentencesOf('sweepstakes', twice).join(' ')).toContain('“Odds” cannot stand here.')
  })

  it('a required field that is missing is named with its clause [B-37.2]', () => {
    const clauses = shippedClausesOf('terms').map(clause =>
      clause.name === 'who-may-shop' ? { ...clause, blocks: [paragraph('Adults may shop at {company}.')] } : clause,
    )
    expect(sentencesOf('terms', clauses)).toEqual([
      'Clause 1, “Who we are, and who may shop”: please name {minimumAge}.',
    ])
  })

  it.each([
    ['{foo}', 'there is no field {foo}'],
    ['{toString}', 'there is no field {toString}'],
    ['{ company }', 'a brace begins a field'],
    ['{company', 'a brace begins a field'],
    ['[us](javascript:alert(1))', 'the link to “javascript:alert(1” must begin with'],
    ['[us]( JaVaScRiPt:alert)', 'must begin with'],
    ['[us](data:text/html,x)', 'must begin with'],
    ['[us](//evil.example)', 'must begin with'],
    ['[us](/\\evil.example)', 'must begin with'],
    ['[us](http://evil.example)', 'must begin with'],
    ['Members pay $24.99.', 'please write {monthlyPrice} instead of “24.99”'],
    ['You must be 21 or older.', 'please write {minimumAge}'],
    ['Not for those under 21.', 'please write {minimumAge}'],
    ['Ask Redoubt Supply Co. first.', 'please write {company}'],
    ['By the laws of Utah.', 'please write {lawState}'],
    ['Members come 48 hours earlier.', 'please write {membersSeeFirst}'],
    ['Members get 1 Bronze credit every month.', 'please write {monthlyBenefit}'],
    ['A fee of 5% is added.', 'please write {fee}'],
    ['Write to privacy@redoubt.test.', 'please write {privacyEmail}'],
  ])('%s is refused in a sentence that names the place [B-37.2] [B-37.3]', (text, sentence) => {
    const found = withText(text)
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toContain('Clause 8, “New”: ')
    expect(found.join(' ')).toContain(sentence)
  })

  it.each([
    '{company} and {monthlyPrice}, **bold**',
    '[the store](/store#top), [us](https://example.com/a?b=c), [mail](mailto:{privacyEmail})',
    'We answer within 48 hours. Order 21 goods or 124.999 of them.',
  ])('%s is taken [B-37.3]', text => {
    expect(withText(text)).toEqual([])
  })

  it('two clauses of one title are refused [B-37.2]', () => {
    const clauses = [...shippedClausesOf('terms'), { name: null, title: 'Credits', blocks: [paragraph('More.')] }]
    expect(sentencesOf('terms', clauses)).toEqual(['Clause 8, “Credits”: another clause has this title.'])
  })
})
