import type { ReactNode } from 'react'
import { Notice } from '../feedback/notice.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type PublishDialogProps = {
  /** The name of the draft. */
  name: string
  /** What the public will read, by label. */
  facts: readonly (readonly [label: string, value: ReactNode])[]
  /** What the press begins, a sentence each. */
  effects: readonly string[]
  /** What the server would refuse the publication for, a sentence each. */
  blocks?: readonly string[]
  /** Leads to where a block is removed. */
  remedy?: ReactNode
  onPublish: () => Promise<void>
  onClose: () => void
}

/** Publishes a draft after it said what becomes public. The server decides whether anything stands in the way. */
export function PublishDialog({ name, facts, effects, blocks = [], remedy, onPublish, onClose }: PublishDialogProps) {
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Publish ${name}?`}
      description="This becomes public, and cannot become a draft again:"
      confirmLabel="Publish"
      busyLabel="Publishing..."
      onConfirm={onPublish}
    >
      <dl className="grid grid-cols-[minmax(6.5rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
        {effects.map(effect => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {blocks.length > 0 && (
        <Notice kind="warning" title="It cannot be published yet">
          <ul className="list-disc pl-5">
            {blocks.map(block => (
              <li key={block}>{block}</li>
            ))}
          </ul>
          {remedy}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
