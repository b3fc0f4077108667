import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import type { AdminGiveaway } from '../../admin-contract.ts'
import { ADMIN_GIVEAWAYS, adminClient } from '../giveaways-admin-client.ts'

const counted = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** Shows the effects of removing all entries before staff confirm. */
export function ImpactPreviewList({ giveaway }: { giveaway: AdminGiveaway }) {
  const { id, tier } = giveaway
  const { data, isError } = useQuery({
    queryKey: [...ADMIN_GIVEAWAYS, 'stake', id],
    queryFn: () => call(adminClient().admin.giveaways[':id'].stake.$get({ param: { id } })),
  })
  if (isError) return <p className="text-sm">Every entry is taken out, and every credit goes back.</p>
  if (!data) return <SkeletonText lines={3} />
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
      <li>
        {counted(data.entries, 'entry is', 'entries are')} taken out, {data.byMail} of them by mail.
      </li>
      <li>{counted(data.credits, `${tier} credit goes back`, `${tier} credits go back`)}, at once.</li>
      <li>{counted(data.people, 'person is', 'people are')} told by e-mail, with the reason.</li>
      <li>No winner is drawn.</li>
    </ul>
  )
}
