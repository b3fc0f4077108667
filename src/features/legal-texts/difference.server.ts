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

/*
 * Bounds of the search. Its time grows with the square of the changes: without bounds, ten rewritten paragraphs of 2,000 characters blocked
 * the process for 19 s. A change that exceeds a bound is shown as removed and added lines.
 */
const MOST_LINES_CHANGED = 500
const MOST_WORDS_CHANGED = 100
/** An added line is compared with so many removed ones. */
const MOST_COMPARED = 10
/** Lines that are shown word by word. */
const MOST_BY_WORDS = 300

/** The difference of two texts by words: lines are matched first, then the words of lines that are alike. */
export function differenceOf(before: readonly LegalClause[], after: readonly LegalClause[]): DifferentLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const found = diffArrays(old, fresh, {
    comparator: (a, b) => a.kind === b.kind && a.text === b.text,
    maxEditLength: MOST_LINES_CHANGED,
  }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: fresh },
  ]
  const lines: DifferentLine[] = []
  const left = { byWords: MOST_BY_WORDS }
  let removed: Line[] = []
  const flush = () => {
    lines.push(...removed.map(line => whole(line, 'removed')))
    removed = []
  }
  for (const change of found) {
    if (change.removed) removed = [...removed, ...change.value]
    else if (change.added) {
      const paired = pairs(removed, change.value, left)
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
function pairs(removed: readonly Line[], added: readonly Line[], left: { byWords: number }): DifferentLine[] {
  const lines: DifferentLine[] = []
  const counted = removed.map(({ text }) => wordsOf(text))
  let next = 0
  for (const line of added) {
    const words = wordsOf(line.text)
    const at =
      left.byWords === 0
        ? -1
        : removed
            .slice(next, next + MOST_COMPARED)
            .findIndex((old, ahead) => old.kind === line.kind && isAlike(counted[next + ahead]!, words))
    if (at !== -1) left.byWords--
    const parts = at === -1 ? undefined : partsOf(removed[next + at]!.text, line.text)
    if (!parts) {
      lines.push(whole(line, 'added'))
      continue
    }
    lines.push(...removed.slice(next, next + at).map(old => whole(old, 'removed')))
    lines.push({ kind: line.kind, parts })
    next += at + 1
  }
  return [...lines, ...removed.slice(next).map(old => whole(old, 'removed'))]
}

/** The words that differ; undefined where they are too many. */
const partsOf = (before: string, after: string): Part[] | undefined =>
  diffWordsWithSpace(before, after, { maxEditLength: MOST_WORDS_CHANGED })?.map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }))

type Words = { counts: ReadonlyMap<string, number>; total: number }

function wordsOf(text: string): Words {
  const words = text.split(/\s+/)
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, total: words.length }
}

/** True if at least a third of the words of the longer text is in both. */
function isAlike(before: Words, after: Words): boolean {
  let shared = 0
  for (const [word, count] of after.counts) shared += Math.min(count, before.counts.get(word) ?? 0)
  return shared * 3 >= Math.max(before.total, after.total)
}
