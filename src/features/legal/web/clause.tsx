import type { ReactNode } from 'react'
import type { LegalBlock, LegalClause } from '#features/legal/contract.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'

/** A clause with its heading. */
export function Clause({ clause, level = 3 }: { clause: LegalClause; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <div>
      <Heading className="mb-2 text-xl">{clause.title}</Heading>
      <div className="flex max-w-prose flex-col gap-3 text-muted [&_strong]:font-semibold [&_strong]:text-ink">
        {clause.blocks.map(block => (
          <Block key={JSON.stringify(block)} block={block} />
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
        {block.address.map(line => (
          <span key={line} className="block">
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
      {block.points.map(point => (
        <li key={point}>{marked(point)}</li>
      ))}
    </List>
  )
}

const MARK = /(\*\*[^*]+\*\*|\[[^[\]]+\]\([^()\s]+\))/
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/

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

function MarkedLink({ words, target }: { words: string; target: string }) {
  if (!target.startsWith('mailto:')) return <TextLink to={target}>{words}</TextLink>
  return (
    <a className="text-signal underline underline-offset-3" href={target}>
      {words}
    </a>
  )
}
