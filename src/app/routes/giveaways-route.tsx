import GiveawayListPage from '#features/giveaways/catalogue/web/list/giveaway-list-page.tsx'
import { StandingsPlaceholder } from '#features/insights/leaderboard/standings-placeholder.tsx'
import { WhenNear } from '#ui/layout/when-near.tsx'
import { lazy } from '#ui/lazy.tsx'

export { clientLoader, loader, meta } from '#features/giveaways/catalogue/web/list/giveaway-list-page.tsx'

const Standings = lazy(
  async () => (await import('#features/insights/leaderboard/standings.tsx')).default,
  <StandingsPlaceholder />,
)

/** `/giveaways`: the list, with parts of later features. */
export default function GiveawaysRoute() {
  return <GiveawayListPage leaderboard={<StandingsAfterwards />} />
}

/** The last section. */
const StandingsAfterwards = () => (
  <WhenNear placeholder={<StandingsPlaceholder />}>
    <Standings />
  </WhenNear>
)
