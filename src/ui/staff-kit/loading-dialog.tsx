import { FailedState } from '../feedback/failed-state.tsx'
import { SkeletonText } from '../feedback/skeleton.tsx'
import { Dialog } from '../overlays/dialog.tsx'

type LoadingDialogProps = {
  title: string
  /** Number of skeleton lines. */
  lines: number
  /** The query of the record that the dialog will show. */
  read: { isError: boolean; error: Error | null; isFetching: boolean; refetch: () => unknown }
  onClose: () => void
}

/** Stands in for an editor until its record is loaded, or says why it is not. */
export const LoadingDialog = ({ title, lines, read, onClose }: LoadingDialogProps) => (
  <Dialog size="lg" title={title} onOpenChange={onClose}>
    {read.isError ? <FailedState query={read} /> : <SkeletonText lines={lines} />}
  </Dialog>
)
