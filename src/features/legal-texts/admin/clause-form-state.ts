import type { ShownTemplate } from './legal-client.ts'

type Clause = ShownTemplate['clauses'][number]

/** A block as typed; a list has a point on each line. `key` identifies it while it moves. */
export type EditedBlock = { key: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'list'; text: string; ordered: boolean }
  | { kind: 'computed'; name: string }
)
export type EditedClause = { key: string; name: string | null; title: string; blocks: EditedBlock[] }

export const editedClauses = (clauses: readonly Clause[]): EditedClause[] =>
  clauses.map(({ name, title, blocks }, at) => ({
    key: `clause ${at}`,
    name,
    title,
    blocks: blocks.map((block, place): EditedBlock => {
      const key = `block ${at} ${place}`
      if (block.kind !== 'list') return { key, ...block }
      return { key, kind: 'list', text: block.points.join('\n'), ordered: block.ordered }
    }),
  }))

/** The clauses as the API takes them. */
export const clausesOf = (edited: readonly EditedClause[]): Clause[] =>
  edited.map(({ name, title, blocks }) => ({ name, title, blocks: blocks.map(blockOf) }))

function blockOf(block: EditedBlock): Clause['blocks'][number] {
  if (block.kind === 'text') return { kind: 'text', text: block.text }
  if (block.kind === 'computed') return { kind: 'computed', name: block.name }
  const points = block.text.split('\n').filter(point => point.trim() !== '')
  return { kind: 'list', points, ordered: block.ordered }
}

/** The text in lines, for the choice between two edits. */
export const writtenOut = (edited: readonly EditedClause[]): string =>
  edited
    .map(({ title, blocks }) =>
      [title, ...blocks.flatMap(block => (block.kind === 'computed' ? [] : [block.text]))].join('\n'),
    )
    .join('\n\n')
