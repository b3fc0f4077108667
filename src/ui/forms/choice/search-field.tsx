import { type ComponentProps, useEffect, useState } from 'react'
import { TextField } from '../text-field.tsx'

/** The search waits 300 ms for the next letter. */
const SEARCH_MS = 300

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange' | 'onKeyDown'> & {
  /** The current search, from the address. */
  value: string
  onChange: (value: string) => void
}

/** Reports the search text after a pause in typing, or at once on Enter. */
export function SearchField({ value, onChange, ...rest }: Props) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), SEARCH_MS)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <TextField
      maxLength={200}
      {...rest}
      type="search"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={event => event.key === 'Enter' && onChange(text)}
    />
  )
}
