import { diffArrays, diffWordsWithSpace } from 'diff'
import type { LegalClause } from '#features/legal/contract.ts'
import type { DifferentLine } from './contract.ts'

type Line = { kind: DifferentLine['kind']; text: string }
type Part = DifferentLine['parts'][number]

/** The lines of a text: titles, paragraphs and points. */
const linesOf = (clauses: readonly LegalClause[]): Line[] =>
  clauses.flatMap(({ title, blocks }) => [
    { kind: 'title' as const, text: title },
    ...blocks.flatMap((block): Line[] => {
      if (typeof block === 'string') return [{ kind: 'text', text: block }]
      if ('address' in block) return block.address.map(text => ({ kind: 'text', text }))
      return block.points.map(text => ({ kind: 'point', text }))
    }),
  ])

/** The difference of two texts by words: lines are matched first, then the words of lines that are alike. */
export function differenceOf(before: readonly LegalClause[], after: readonly LegalClause[]): DifferentLine[] {
  const found = diffArrays(linesOf(before), linesOf(after), {
    comparator: (a, b) => a.kind === b.kind && a.text === b.text,
  })
  const lines: DifferentLine[] = []
  let removed: Line[] = []
  const flush = () => {
    lines.push(...removed.map(line => whole(line, 'removed')))
    removed = []
  }
  for (const change of found) {
    if (change.removed) removed = [...removed, ...change.value]
    else if (change.added) {
      const paired = pairs(removed, change.value)
      removed = []
      lines.push(...paired)
    } else {
      flush()
      lines.push(...change.value.map(line => whole(line, 'same')))
    }
  }
  flush()
  return lines
}

const whole = ({ kind, text }: Line, change: Part['change']): DifferentLine => ({ kind, parts: [{ text, change }] })

/** Puts each added line beside the first removed one that is like it, in order. */
function pairs(removed: readonly Line[], added: readonly Line[]): DifferentLine[] {
  const lines: DifferentLine[] = []
  let next = 0
  for (const line of added) {
    const at = removed.findIndex(
      (old, index) => index >= next && old.kind === line.kind && isAlike(old.text, line.text),
    )
    if (at === -1) {
      lines.push(whole(line, 'added'))
      continue
    }
    lines.push(...removed.slice(next, at).map(old => whole(old, 'removed')))
    lines.push({ kind: line.kind, parts: partsOf(removed[at]!.text, line.text) })
    next = at + 1
  }
  return [...lines, ...removed.slice(next).map(old => whole(old, 'removed'))]
}

const partsOf = (before: string, after: string): Part[] =>
  diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }))

/** True if at least a third of the longer text stays. */
function isAlike(before: string, after: string): boolean {
  const kept = partsOf(before, after).filter(({ change }) => change === 'same')
  return kept.reduce((sum, { text }) => sum + text.length, 0) * 3 >= Math.max(before.length, after.length)
}
