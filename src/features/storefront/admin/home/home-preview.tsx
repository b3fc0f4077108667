import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'

const WIDTHS = [390, 1440] as const
type Width = (typeof WIDTHS)[number]
/** The borders of the frame in pixels, which are no part of its page. */
const EDGES = 2
const HEIGHTS: Record<Width, number> = { 390: 844, 1440: 900 }

/** The home page as the draft has it, at the width of a phone or of a desk. @param version each one is loaded */
export function HomePreview({ version }: { version: number }) {
  const [width, setWidth] = useState<Width>(390)
  const place = useRef<HTMLDivElement>(null)
  const room = useRoom(place)
  const height = HEIGHTS[width]
  const scale = Math.min(1, room / (width + EDGES))
  return (
    <section aria-label="Preview of the home page" className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Width of the preview</legend>
        {WIDTHS.map(wide => (
          <Button
            key={wide}
            size="sm"
            variant={wide === width ? 'primary' : 'secondary'}
            aria-pressed={wide === width}
            onClick={() => setWidth(wide)}
          >
            {wide} px
          </Button>
        ))}
      </fieldset>
      <div ref={place} className="overflow-hidden" style={{ height: (height + EDGES) * scale }}>
        <iframe
          key={`${version} ${width}`}
          title={`Home at ${width} px`}
          src="/admin/home-preview"
          className="box-content origin-top-left border border-line"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </section>
  )
}

/** The width of an element in pixels. */
function useRoom(place: { current: HTMLElement | null }): number {
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const watching = new ResizeObserver(([entry]) => setRoom(entry!.contentRect.width))
    watching.observe(place.current!)
    return () => watching.disconnect()
  }, [place])
  return room
}
