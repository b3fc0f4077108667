import { describe, expect, it } from 'vitest'
import { differenceOf } from '../difference.server.ts'

const textOf = (blocks: string[]) => [{ title: 'Terms', blocks }]
/** Words of their own for each seed. */
const words = (count: number, seed: string) => Array.from({ length: count }, (_, at) => `${seed}${at}`).join(' ')
const kindsOf = (before: string[], after: string[]) =>
  differenceOf(textOf(before), textOf(after))
    .slice(1)
    .map(({ parts }) => [...new Set(parts.map(({ change }) => change))].sort().join())

describe('the difference of two texts', () => {
  it('shows a changed word within its paragraph [B-37.5]', () => {
    const lines = differenceOf(
      textOf(['You may return it within 30 days.']),
      textOf(['You may return it within 60 days.']),
    )
    expect(lines[1]!.parts.filter(({ change }) => change !== 'same')).toEqual([
      { text: '30', change: 'removed' },
      { text: '60', change: 'added' },
    ])
  })

  it('shows a rewritten paragraph as a removed and an added line [B-37.5]', () => {
    expect(kindsOf([words(300, 'a')], [words(300, 'b')])).toEqual(['added', 'removed'])
    const half = words(150, 'a')
    expect(kindsOf([`${half} ${words(150, 'b')}`], [`${half} ${words(150, 'c')}`])).toEqual(['added', 'removed'])
  })

  it('compares at most 300 lines by words [B-37.5]', () => {
    const many = (seed: string) => Array.from({ length: 2000 }, (_, at) => `${words(6, 'same')} ${seed} ${at}`)
    const kinds = kindsOf(many('old'), many('new'))
    // The equal title is one of the 300.
    const byWords = kinds.filter(kind => kind.includes(',')).length
    expect(byWords).toBe(299)
    for (const change of ['added', 'removed'])
      expect(kinds.filter(kind => kind === change)).toHaveLength(2000 - byWords)
  })
})
