import { Badge } from '#ui/data/badge.tsx'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { ImportAnswer, ImportItem } from '../../import/import-contract.ts'

const WORDS = {
  create: { label: 'Create', tone: 'success' },
  change: { label: 'Change', tone: 'neutral' },
  refuse: { label: 'Refused', tone: 'danger' },
} as const

/** Preview of a file by line: refused lines first, then creations and changes. */
export function ImportPreview({ preview: { counts, items } }: { preview: ImportAnswer }) {
  const all = counts.create + counts.change + counts.refuse
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="tabular-nums">
        {counts.create} to create · {counts.change} to change · {counts.same} unchanged · {counts.refuse} refused
      </p>
      {counts.refuse > 0 && (
        <Notice kind="danger">
          Correct these lines and choose the file again: it is applied as a whole, or not at all.
        </Notice>
      )}
      {all === 0 && <Notice>The file changes nothing: the store is as it says already.</Notice>}
      {items.length > 0 && (
        <Table caption="What the file would do" captionHidden className="max-md:min-w-0!">
          <thead>
            <tr>
              <HeadCell numeric className="w-16">
                Line
              </HeadCell>
              <HeadCell>Product</HeadCell>
              <HeadCell>What</HeadCell>
            </tr>
          </thead>
          <tbody>
            {items.map(item => (
              <tr key={item.line}>
                <Cell numeric className="align-top">
                  {item.line}
                </Cell>
                <Cell className="align-top">
                  <span className="mb-1 block font-semibold wrap-anywhere">{item.name || 'No name'}</span>
                  <Badge tone={WORDS[item.action].tone}>{WORDS[item.action].label}</Badge>
                </Cell>
                <Cell className="align-top">
                  <What item={item} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {all > items.length && <p className="text-muted text-sm">And {all - items.length} more.</p>}
    </div>
  )
}

const SHOWN = 120
const short = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

function What({ item: { action, changes, problems } }: { item: ImportItem }) {
  if (action === 'refuse')
    return (
      <ul className="text-danger">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            Line {line}: {message}
          </li>
        ))}
      </ul>
    )
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {field}: {before !== null && <s className="text-muted">{short(before) || 'nothing'}</s>}{' '}
          <strong>{short(after) || 'nothing'}</strong>
        </li>
      ))}
    </ul>
  )
}
