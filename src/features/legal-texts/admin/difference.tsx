import { classNames } from '#ui/class-names.ts'
import type { DifferentLine } from '../contract.ts'

const LOOKS = { title: 'font-semibold text-base', text: '', point: 'ml-5 list-item list-[square]' }

/** A difference by words: additions are underlined, removals struck out, so that no colour is needed. Unchanged lines are counted. */
export function Difference({ lines }: { lines: readonly DifferentLine[] }) {
  return (
    <div className="flex flex-col gap-2 text-sm wrap-anywhere">
      {groupsOf(lines).map(({ key, line, unchanged }) =>
        line ? (
          <p key={key} className={LOOKS[line.kind]}>
            {line.parts.map((part, position) => {
              // The parts of a difference never move, so their positions identify them.
              const partKey = `${position} ${part.text}`
              return <Part key={partKey} {...part} />
            })}
          </p>
        ) : (
          <p key={key} className="border-line border-y py-1 text-muted">
            {unchanged === 1 ? '1 line stays' : `${unchanged} lines stay`}
          </p>
        ),
      )}
    </div>
  )
}

function Part({ text, change }: DifferentLine['parts'][number]) {
  if (change === 'same') return text
  const Mark = change === 'added' ? 'ins' : 'del'
  return (
    <Mark
      className={classNames(
        'px-0.5',
        change === 'added'
          ? 'bg-success/15 font-semibold underline decoration-2 underline-offset-3'
          : 'bg-danger/10 text-muted line-through decoration-2',
      )}
    >
      <span className="sr-only">{change === 'added' ? ' added: ' : ' removed: '}</span>
      {text}
    </Mark>
  )
}

type Group = { key: string; line?: DifferentLine; unchanged: number }

/** Titles stand above what changed in their clause; other unchanged lines become a count. */
function groupsOf(lines: readonly DifferentLine[]): Group[] {
  const groups: Group[] = []
  for (const [at, line] of lines.entries()) {
    const isSame = line.parts.every(({ change }) => change === 'same')
    const next = lines.slice(at + 1)
    const end = next.findIndex(({ kind }) => kind === 'title')
    const clause = end === -1 ? next : next.slice(0, end)
    const isHeading = line.kind === 'title' && clause.some(({ parts }) => parts.some(({ change }) => change !== 'same'))
    const last = groups.at(-1)
    if (!isSame || isHeading) groups.push({ key: `${at}`, line, unchanged: 0 })
    else if (last && !last.line) last.unchanged += 1
    else groups.push({ key: `${at}`, unchanged: 1 })
  }
  return groups
}
