import { useEffect, useRef, useState } from 'react'
import GiveawayListPage from '#features/giveaways/list/giveaway-list-page.tsx'
import { lazy } from '#ui/lazy.tsx'

export { clientLoader, loader, meta } from '#features/giveaways/list/giveaway-list-page.tsx'

const Standings = lazy(async () => (await import('#features/insights/standings.tsx')).default)

/** `/giveaways`: the list, with what later features put into its places. */
export default function GiveawaysRoute() {
  return <GiveawayListPage leaderboard={<StandingsAfterwards />} />
}

/** Below everything else: loaded when one comes near it, in a place that is kept. */
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
