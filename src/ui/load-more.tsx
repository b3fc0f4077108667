import { Button } from './button.tsx'

type LoadMoreProps = {
  /** How many are on the page now, and of how many when that is known. */
  shown: number
  total?: number
  /** What they are: "orders". */
  noun: string
  /** What a single one is: "order". */
  one?: string
  busy?: boolean
  /** Left out at the end of the list. */
  onMore?: (() => void) | undefined
}

/** The end of a list that grows: how much of it is seen, and a button for the rest. */
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
