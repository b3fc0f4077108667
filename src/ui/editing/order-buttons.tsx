import { IconButton } from '../buttons/icon-button.tsx'

type OrderButtonsProps = {
  /** Of the list, unique on the page. */
  list: string
  /** What is moved, for the buttons' labels. */
  name: string
  at: number
  count: number
  onMove: (to: number) => void
}

const idOf = (list: string, at: number, way: 'up' | 'down') => `${list}-${at}-${way}`

/** Moves an item of a list by one place. The focus goes along, so that it can be moved again. */
export function OrderButtons({ list, name, at, count, onMove }: OrderButtonsProps) {
  function move(way: 'up' | 'down') {
    const to = way === 'up' ? at - 1 : at + 1
    onMove(to)
    const kept = to === 0 ? 'down' : to === count - 1 ? 'up' : way
    requestAnimationFrame(() => document.getElementById(idOf(list, to, kept))?.focus())
  }
  return (
    <>
      <IconButton
        id={idOf(list, at, 'up')}
        icon="chevron-up"
        label={`Move up: ${name}`}
        disabled={at === 0}
        onClick={() => move('up')}
      />
      <IconButton
        id={idOf(list, at, 'down')}
        icon="chevron-down"
        label={`Move down: ${name}`}
        disabled={at === count - 1}
        onClick={() => move('down')}
      />
    </>
  )
}

/** A list with one item at another place. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}
