import { expect, it } from 'vitest'
import { filesLike, fileText } from '../../testing/source/repository-files.ts'

/**
 * Rows of one moment have no order by their time alone: PostgreSQL gives them as it finds them, and that changes with vacuum, statistics and
 * load. So an order by a time ends in a column that differs, such as the id.
 */
const TIME = /(?:\b|_)at\b/

/** Orders whose rows of one moment may come in any order. */
const ANY_WILL_DO: Record<string, string> = {
  'src/adapters/images/remove-unused.server.ts': 'a batch of work',
  'src/features/catalog/search/search.server.ts': 'a number of the words, not a time',
  'src/features/disputes/commands/read-dispute.server.ts': 'a batch of work',
  'src/features/draws/commands/tend-draws.server.ts': 'a batch of work',
  'src/features/draws/timestamps/stamp-freezes.server.ts': 'a batch of work',
  'src/features/giveaways/entries/commands/auto-entry.server.ts': 'a batch of work',
  'src/features/giveaways/entries/queries/entries.server.ts': 'the time is the key of an audit',
  'src/features/membership/subscriptions/sync/commands/read-membership.server.ts': 'a batch of work',
  'src/features/notifications/queries/message-batches.server.ts': 'a batch of work',
  'src/features/notifications/queries/waiting-messages.server.ts': 'the next time alone is read',
  'src/features/orders/refunds/commands/follow-refunds.server.ts': 'a batch of work',
  'src/features/orders/webhooks/commands/payment-events.server.ts': 'a batch of work',
  'src/features/orders/webhooks/commands/reconcile.server.ts': 'a batch of work',
  'src/features/reconciliation/commands/keep-seen.server.ts': 'a batch of work',
  'src/features/reconciliation/queries/missed.server.ts': 'a batch of work',
  'src/features/reconciliation/queries/audit-trail.server.ts': 'an order is held for checking once',
  'src/features/revenue/queries/report.server.ts': 'the time is the key of a check',
  'src/features/winners/commands/process-winner-deadlines.server.ts': 'a batch of work',
  'src/features/winners/commands/tell-contact-changes.server.ts': 'a batch of work',
}

/** The terms of an `order by`, up to what follows it. */
function termsOf(text: string): string[] {
  const terms = ['']
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign) && --depth < 0) break
    if (sign === '`' || (depth === 0 && /^(?:limit|offset|for|rows|range|on conflict)\b/.test(text.slice(at)))) break
    if (sign === ',' && depth === 0) terms.push('')
    else terms[terms.length - 1] += sign
  }
  return terms.map(term => term.replaceAll(/\b(?:asc|desc|nulls (?:first|last))\b/g, '').trim())
}

/** The last term of each order, in SQL and in calls of `orderBy` that follow each other. */
const lastTermsIn = (text: string): { term: string; line: number }[] =>
  [
    ...[...text.matchAll(/\border by /g)].map(({ index }) => ({
      term: termsOf(text.slice(index + 'order by '.length)).at(-1)!,
      index,
    })),
    ...[...text.matchAll(/\.orderBy\('([^']+)'(?:, '\w+')?\)(?!\s*\.orderBy\()/g)].map(({ 1: term, index }) => ({
      term: term!,
      index,
    })),
  ].map(({ term, index }) => ({ term, line: text.slice(0, index).split('\n').length }))

const byTimeAlone = (text: string) =>
  lastTermsIn(text).filter(({ term }) => /^[\w."]+$/.test(term) && TIME.test(term.split('.').at(-1)!))

it('an order by a time ends in a column that differs', () => {
  const files = filesLike('src/**/*.server.ts').filter(file => !/\/testing\/|\/house\/|\/seed/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap(file =>
    byTimeAlone(fileText(file)).map(({ term, line }) => ({
      file,
      told: `${file}:${line}: order by ${term}`,
    })),
  )
  expect(found.filter(({ file }) => !(file in ANY_WILL_DO)).map(({ told }) => told)).toEqual([])
  expect(Object.keys(ANY_WILL_DO).filter(file => !found.some(each => each.file === file))).toEqual([])
})

it('the check finds an order by a time alone, and no order that ends in a key', () => {
  for (const alone of [
    'select id from message order by created_at desc limit 1`',
    'array_agg(e.id order by e.status, e.at)',
    ".orderBy('created_at', 'desc')\n    .execute()",
  ])
    expect(byTimeAlone(alone), alone).toHaveLength(1)
  for (const total of [
    'order by created_at desc, id desc limit 10`',
    'order by coalesce(p.display_order, 1), p.id`',
    ".orderBy('created_at', 'desc')\n    .orderBy('id')",
  ])
    expect(byTimeAlone(total), total).toEqual([])
})
