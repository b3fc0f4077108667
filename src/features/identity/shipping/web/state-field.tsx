import { type ComponentProps, useId, useState } from 'react'
import { POSTAL_STATE_NAMES, POSTAL_STATES } from '#kernel/shipping/us-states.ts'
import { TextField } from '#ui/forms/text-field.tsx'

type StateFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'list' | 'onFocus'> & {
  /** False for an address in another country, which has other states. */
  isUs?: boolean
}

/**
 * The state of an address: the browser's own list, and any spelling as typed or filled in. A choice alone would drop what autofill and
 * people write ("Calif."). The list comes with the focus, because its entries are more than the rest of the page.
 */
export function StateField({ isUs = true, ...field }: StateFieldProps) {
  const list = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextField {...field} label="State" list={isUs && isOpen ? list : undefined} onFocus={() => setOpen(true)} />
      {isUs && isOpen && (
        <datalist id={list}>
          {POSTAL_STATES.map(code => (
            <option key={code} value={code}>
              {POSTAL_STATE_NAMES[code]}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
