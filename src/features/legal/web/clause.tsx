import type { ReactNode } from 'react'
import type { LegalBlock, LegalClause } from '#features/legal/contract.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { isSafeTarget, LINK, MARK } from '../rules.ts'

/** A clause with its heading. */
export function Clause({ clause, level = 3 }: { clause: LegalClause; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <div>
      <Heading className="mb-2 text-xl">{clause.title}</Heading>
      <div className="flex max-w-prose flex-col gap-3 text-muted [&_strong]:font-semibold [&_strong]:text-ink">
        {keyed(clause.blocks).map(([key, block]) => (
          <Block key={key} block={block} />
        ))}
      </div>
    </div>
  )
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') return <p>{marked(block)}</p>
  if ('address' in block) {
    return (
      <address className="border-signal border-l-2 py-1 pl-4 text-ink not-italic">
        {keyed(block.address).map(([key, line]) => (
          <span key={key} className="block">
            {line}
          </span>
        ))}
      </address>
    )
  }
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List
      className={`flex flex-col gap-2 pl-5 marker:text-signal ${block.ordered ? 'list-decimal marker:font-semibold' : 'list-[square]'}`}
    >
      {keyed(block.points).map(([key, point]) => (
        <li key={key}>{marked(point)}</li>
      ))}
    </List>
  )
}

/** Parts of a published text never move, so their positions identify them; staff may write one sentence twice. */
const keyed = <T,>(parts: readonly T[]) => parts.map((part, position) => [`${position}`, part] as const)

/** Renders the two marks `**bold**` and `[words](target)` as elements. */
function marked(text: string): ReactNode[] {
  return text.split(MARK).map((part, position) => {
    // The parts of a text never move, so their positions identify them.
    const key = `${position} ${part}`
    const link = LINK.exec(part)
    if (link) return <MarkedLink key={key} words={link[1]!} target={link[2]!} />
    return part.startsWith('**') ? <strong key={key}>{part.slice(2, -2)}</strong> : part
  })
}

/** A target that no rule of the editor lets through leaves its words: the text may be older than the rule. */
function MarkedLink({ words, target }: { words: string; target: string }) {
  if (!isSafeTarget(target)) return words
  if (!target.startsWith('mailto:')) return <TextLink to={target}>{words}</TextLink>
  return (
    <a className="text-signal underline underline-offset-3" href={target}>
      {words}
    </a>
  )
}
