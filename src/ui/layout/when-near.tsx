import { type ReactNode, useEffect, useRef, useState } from 'react'

type WhenNearProps = {
  /** Reserves the space of the children, unless the placeholder does. */
  className?: string
  /** Stands where the children will. */
  placeholder?: ReactNode
  children: ReactNode
}

/** Renders its children when the visitor has scrolled near them, so that a lazy part loads no sooner. */
export function WhenNear({ className, placeholder, children }: WhenNearProps) {
  const [isNear, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry!.isIntersecting && setNear(true), { rootMargin: '600px' })
    watch.observe(place.current!)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={place} className={className}>
      {isNear ? children : placeholder}
    </div>
  )
}
