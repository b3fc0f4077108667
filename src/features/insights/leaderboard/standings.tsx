import { Boundary } from '#ui/feedback/boundary.tsx'
import { RecentPurchases } from '../recent-purchases/recent-purchases.tsx'
import { Leaderboard } from './leaderboard.tsx'

/** Top customers and recent purchases. Default export for lazy loading. */
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
