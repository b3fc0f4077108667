import { lazy, Suspense, useEffect, useState } from 'react'
import GiveawayListPage from '#features/giveaways/list/giveaway-list-page.tsx'

export { clientLoader, loader, meta } from '#features/giveaways/list/giveaway-list-page.tsx'

const Standings = lazy(() => import('#features/insights/standings.tsx'))

/** `/giveaways`: the list, with what later features put into its places. */
export default function GiveawaysRoute() {
  return <GiveawayListPage leaderboard={<StandingsAfterwards />} />
}

/** Below everything else, so it comes once the page stands; its place is kept meanwhile. */
function StandingsAfterwards() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), 0)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="min-h-180">
      {wanted && (
        <Suspense>
          <Standings />
        </Suspense>
      )}
    </div>
  )
}
