import { Boundary } from '#ui/boundary.tsx'
import { Leaderboard } from './leaderboard.tsx'
import { RecentPurchases } from './recent-purchases.tsx'

/** Who shops here: top customers, and what was bought lately. The default export, as it is loaded lazily. */
export default function Standings() {
  return (
    <div className="grid gap-x-12 gap-y-14 lg:grid-cols-2">
      <Boundary>
        <Leaderboard />
      </Boundary>
      <Boundary>
        <RecentPurchases />
      </Boundary>
    </div>
  )
}
