import type { ComponentProps } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

type PrintDialogProps<T> = Pick<ComponentProps<typeof QueryBody<T>>, 'query' | 'children'> & {
  title: string
  onClose: () => void
}

/** A paper for the post, and the button that prints it. */
export const PrintDialog = <T,>({ title, query, onClose, children }: PrintDialogProps<T>) => (
  <Dialog size="md" onOpenChange={onClose} title={title}>
    <QueryBody query={query} loading={<SkeletonText lines={8} />}>
      {data => (
        <div className="flex flex-col gap-4">
          {children(data)}
          <Button className="self-start" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      )}
    </QueryBody>
  </Dialog>
)
