import { createElement, type ReactNode } from 'react'
import type { RichElement, RichNode } from '#kernel/rich-text/rich-node.ts'
import { Link } from '../navigation/link.tsx'

/** A text by staff. It becomes elements and never HTML, so that no text turns into a script. */
export const RichText = ({ nodes }: { nodes: readonly RichNode[] }) => (
  <div className="rich-text wrap-anywhere">{childrenOf(nodes)}</div>
)

const childrenOf = (nodes: readonly RichNode[]): ReactNode[] =>
  // The parts of a text never move, so their positions identify them.
  nodes.map((node, position) => (typeof node === 'string' ? node : elementOf(node, position)))

function elementOf({ tag, href, start, children }: RichElement, key: number): ReactNode {
  const inside = children.length > 0 ? childrenOf(children) : undefined
  if (tag !== 'a') return createElement(tag, { key, ...(start !== undefined && { start }) }, inside)
  if (!href) return inside
  // A path of the shop needs no new document.
  if (href.startsWith('/')) {
    return (
      <Link key={key} to={href}>
        {inside}
      </Link>
    )
  }
  return (
    <a key={key} href={href} rel={/^https?:/.test(href) ? 'noopener' : undefined}>
      {inside}
    </a>
  )
}
