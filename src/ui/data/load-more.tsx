import { Button } from '../buttons/button.tsx'

type LoadMoreProps = {
  /** Number of items on the page, and the total if known. */
  shown: number
  total?: number
  /** Plural noun: "orders". */
  noun: string
  /** Singular noun: "order". */
  one?: string
  busy?: boolean
  /** Omit at the end of the list. */
  onMore?: (() => void) | undefined
}

/** Footer of a growing list: the number of shown items and a button for more. */
export function LoadMore({ shown, total, noun, one = noun, busy, onMore }: LoadMoreProps) {
  const what = (total ?? shown) === 1 ? one : noun
  return (
    <div className="flex flex-col items-center gap-3 py-6">
      <p role="status" className="text-muted text-sm tabular-nums">
        {total === undefined ? `${shown} ${what}` : `${shown} of ${total} ${what}`}
      </p>
      {onMore && (
        <Button variant="secondary" busy={busy} busyText="Loading..." onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  )
}
