import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { Button } from '#ui/buttons/button.tsx'
import { PublishDialog } from '#ui/overlays/publish-dialog.tsx'
import { ADMIN_GIVEAWAYS, adminClient, carryOut } from '../../../giveaway/admin/giveaways-admin-client.ts'
import type { AdminGiveaway } from '../../../giveaway/admin-contract.ts'
import type { ActProps } from '../admin-giveaway-card.tsx'
import { announcedInWords } from './announced-words.ts'

/** Publishes a draft after it said what becomes public, whom it tells, and what the server would refuse it for. */
export function PublishGiveaway({ giveaway, onClose, onDuties }: ActProps & { onDuties: () => void }) {
  const { id, title, version } = giveaway
  const blocks = usePublication(id).data?.blocks ?? []
  const publish = () =>
    carryOut('Failed to publish giveaway', onClose, async () => {
      await call(adminClient().giveaways[':id'].$patch({ param: { id }, json: { isDraft: false, version } }))
      return `${title} was published`
    })
  return (
    <PublishDialog
      name={title}
      facts={publicFactsOf(giveaway)}
      effects={effectsOf(giveaway)}
      blocks={blocks.map(({ message }) => message)}
      remedy={
        blocks.some(({ code }) => code === 'obligations_open') && (
          <Button size="sm" variant="secondary" className="mt-3" onClick={onDuties}>
            Open the duties
          </Button>
        )
      }
      onPublish={publish}
      onClose={onClose}
    />
  )
}

const usePublication = (id: string) =>
  useQuery({
    queryKey: [...ADMIN_GIVEAWAYS, 'publication', id],
    queryFn: () => call(adminClient().admin.giveaways[':id'].publication.$get({ param: { id } })),
  })

const publicFactsOf = (giveaway: AdminGiveaway) =>
  [
    ['Title', giveaway.title],
    ['Tier', giveaway.tier],
    ['Slots', formatCount(giveaway.totalSlots)],
    ['Prize value', formatMoney(toCents(giveaway.value), 'short')],
    ['Early access', formatMoment(new Date(giveaway.earlyAccessDate))],
    ['Opening', formatMoment(new Date(giveaway.startDate))],
    ['Closing', giveaway.endDate ? formatMoment(new Date(giveaway.endDate)) : 'When it is sold out'],
    ['Page', `${location.origin}/giveaways/${giveaway.slug}`],
  ] as const

function effectsOf(giveaway: AdminGiveaway): string[] {
  const { takesTwoPersons } = giveaway
  return [
    seenInWords(giveaway),
    enteredInWords(giveaway),
    'Its official rules become public as version 1.',
    announcedInWords(giveaway),
    ...(takesTwoPersons ? ['From then on, two persons decide about its entries and its prize.'] : []),
  ]
}

/** Who sees the giveaway from when. A past moment reads as "at once". */
function seenInWords({ earlyAccessDate, startDate, subscriptionVisibilityOnly }: AdminGiveaway): string {
  const [members, everybody] = [fromInWords(earlyAccessDate), fromInWords(startDate)]
  if (subscriptionVisibilityOnly) return `Members see it ${members}, everyone once it is drawn.`
  return members === everybody ? `Everyone sees it ${everybody}.` : `Members see it ${members}, everyone ${everybody}.`
}

/** Who enters from when, and how the first entry binds staff. */
function enteredInWords({ earlyAccessDate, startDate, subscriptionVisibilityOnly }: AdminGiveaway): string {
  const [members, everybody] = [fromInWords(earlyAccessDate), fromInWords(startDate)]
  const who =
    subscriptionVisibilityOnly || members === everybody
      ? `${subscriptionVisibilityOnly ? 'Members' : 'Shoppers'} enter it ${members}`
      : `Members enter it ${members}, all shoppers ${everybody}`
  return `${who}. The first entry fixes its slots, limit and start.`
}

const fromInWords = (date: string) =>
  +new Date(date) <= Date.now() ? 'at once' : `from ${formatMoment(new Date(date))}`
