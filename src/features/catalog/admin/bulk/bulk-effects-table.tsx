import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { BulkEffect } from '../../products/product-input.ts'
import { BULK_WORDS, bulkValue } from './bulk-draft.ts'

/** Preview of the effect of a change on each product. */
export function BulkEffects({ effects }: { effects: readonly BulkEffect[] }) {
  return (
    <Table caption="What becomes of each product" captionHidden className="max-md:min-w-0!">
      <thead>
        <tr>
          <HeadCell>Product</HeadCell>
          <HeadCell>Change</HeadCell>
        </tr>
      </thead>
      <tbody>
        {effects.map(({ id, name, changes, problem }) => (
          <tr key={id}>
            <Cell className="align-top font-semibold">{name}</Cell>
            <Cell className="align-top">
              {changes.length === 0 && <span className="text-muted">Nothing: it is so already</span>}
              {changes.map(({ field, before, after }) => (
                <span key={field} className="block">
                  {BULK_WORDS[field] ?? field}: <s className="text-muted">{bulkValue(field, before)}</s>{' '}
                  <strong>{bulkValue(field, after)}</strong>
                </span>
              ))}
              {problem && (
                <span className="mt-1 flex items-start gap-1.5 text-danger">
                  <Icon name="warning" size={16} className="mt-0.5" />
                  {problem}
                </span>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
