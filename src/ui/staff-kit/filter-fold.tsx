import { type ReactNode, useId, useState } from 'react'
import { Button } from '../buttons/button.tsx'

type FilterFoldProps = {
  /** Filters in use, without the search words, which stay in sight. */
  count: number
  /** On the button; default: "Filters". */
  label?: string
  children: ReactNode
}

/**
 * The filters of a list. On phones they fold behind the button "Filters (2)", because they would push the list off the screen; wider screens
 * show them. The fields stay parts of the grid or row around the fold.
 */
export function FilterFold({ count, label = 'Filters', children }: FilterFoldProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        variant="secondary"
        icon="filter"
        className="col-span-full w-full sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? `${label} (${count})` : label}
      </Button>
      <div id={id} className={isOpen ? 'contents' : 'contents max-sm:hidden'}>
        {children}
      </div>
    </>
  )
}
