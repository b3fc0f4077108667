import { type ComponentProps, useState } from 'react'

/** `value` is undefined while it loads. */
type GrownProps = ComponentProps<'span'> & { value: number | undefined; className: string }

/** A figure that drops into its place each time its value grows on an open page. It is still at first. */
export function Grown({ value, className, ...rest }: GrownProps) {
  const [seen, setSeen] = useState({ value, times: 0 })
  if (value !== seen.value) setSeen({ value, times: seen.times + (value! > seen.value! ? 1 : 0) })
  // A new key starts the motion again.
  return <span {...rest} key={seen.times} className={seen.times ? `${className} animate-drop` : className} />
}
