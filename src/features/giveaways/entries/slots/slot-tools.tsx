import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type SlotToolsProps = {
  totalSlots: number
  /** How many more slots the shopper may choose. */
  room: number
  /** Shows how fresh the slots are. */
  live: ReactNode
  onJump: (slot: number) => void
  onPick: (count: number) => void
}

/** Tools above the grid: go to a number, pick at random, and the legend. */
export function SlotTools({ totalSlots, room, live, onJump, onPick }: SlotToolsProps) {
  const [wanted, setWanted] = useState('')
  const [count, setCount] = useState(1)
  const picking = Math.min(count, Math.max(1, room))

  function jump(event: FormEvent) {
    event.preventDefault()
    const slot = Number.parseInt(wanted, 10)
    if (slot >= 1) onJump(slot)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <form onSubmit={jump} className="flex items-end gap-2">
          <TextField
            label={`Go to slot (1 to ${totalSlots.toLocaleString('en-US')})`}
            inputMode="numeric"
            pattern="[0-9]*"
            maxLength={6}
            autoComplete="off"
            value={wanted}
            onChange={event => setWanted(event.target.value.replace(/\D/g, ''))}
            className="w-40"
          />
          <Button type="submit" variant="secondary">
            Go
          </Button>
        </form>
        <div className="flex items-end gap-2">
          <NumberStepper
            label="How many slots to pick"
            value={picking}
            max={Math.max(1, room)}
            onChange={setCount}
            disabled={room === 0}
          />
          <Button
            variant="secondary"
            icon="dice"
            className="whitespace-nowrap max-sm:px-3"
            disabled={room === 0}
            onClick={() => onPick(picking)}
          >
            Pick for me ({picking})
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-sm sm:gap-x-5" aria-label="What the marks mean">
          <li className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="inline-block size-4 rounded-sm border border-line-strong bg-field" />
            Free
          </li>
          <li className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="figure font-semibold">
              R
            </span>
            Reserved
          </li>
          <li className="inline-flex items-center gap-1.5">
            <Icon name="ticket" size={16} />
            Yours: press to move it
          </li>
        </ul>
        {live}
      </div>
    </div>
  )
}
