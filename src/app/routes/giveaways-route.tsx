import { useEffect, useRef, useState } from 'react'
import GiveawayListPage from '#features/giveaways/catalogue/web/list/giveaway-list-page.tsx'
import { lazy } from '#ui/lazy.tsx'

export { clientLoader, loader, meta } from '#features/giveaways/catalogue/web/list/giveaway-list-page.tsx'

const Standings = lazy(async () => (await import('#features/insights/leaderboard/standings.tsx')).default)

/** `/giveaways`: the list, with parts of later features. */
export default function GiveawaysRoute() {
  return <GiveawayListPage leaderboard={<StandingsAfterwards />} />
}

/** The last section: loaded when the visitor scrolls near it, in reserved space. */
function StandingsAfterwards() {
  const [wanted, setWanted] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry!.isIntersecting && setWanted(true), {
      rootMargin: '600px',
    })
    watch.observe(place.current!)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={place} className="min-h-180">
      {wanted && <Standings />}
    </div>
  )
}
