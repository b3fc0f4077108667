import GiveawayListPage from '#features/giveaways/list/giveaway-list-page.tsx'

export { clientLoader, loader, meta } from '#features/giveaways/list/giveaway-list-page.tsx'

/** `/giveaways`: the list, with what later features put into its places. */
export default function GiveawaysRoute() {
  return <GiveawayListPage />
}
