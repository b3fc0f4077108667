import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { LegalApi } from './api.server.ts'

const legal = clientOf<LegalApi>().my.legal
const KEY = ['my', 'legal']

/** Notice of legal texts that are newer than the user's acceptances, until the user confirms it. */
export function LegalNews() {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: KEY, queryFn: () => call(legal.$get()) })
  const accept = useMutation({
    mutationFn: (documents: Parameters<typeof legal.accept.$post>[0]['json']['documents']) =>
      call(legal.accept.$post({ json: { documents } })),
    onSuccess(answer) {
      client.setQueryData(KEY, answer)
    },
    onError: error => toast.error(error.message),
  })
  const news = data?.outstanding ?? []
  if (news.length === 0) return null
  const documents = news.map(({ kind, version }) => ({ kind, version }))
  return (
    <div className="mb-6">
      <Notice title={data?.accepted.length ? 'Our terms have changed' : 'Please read our terms'} live>
        <ul className="my-2 flex flex-col gap-1">
          {news.map(({ kind, title, version, publishedAt }) => (
            <li key={kind}>
              <TextLink to={`/legal#${kind}`}>{title}</TextLink>, version {version}, in force since{' '}
              {formatShopDay(publishedAt)}
            </li>
          ))}
        </ul>
        <p className="mb-3 text-muted">
          Please read them. By continuing you agree. Older versions stay available there.
        </p>
        <Button size="sm" variant="secondary" busy={accept.isPending} onClick={() => accept.mutate(documents)}>
          Got It
        </Button>
      </Notice>
    </div>
  )
}
