import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { useOpenParam } from '#ui/overlays/open-param.ts'
import { LoadingDialog } from '#ui/staff-kit/loading-dialog.tsx'
import { RowTable } from '#ui/staff-kit/row-table.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { LEGAL_TEXTS, legalClient, type ShownText } from './legal-client.ts'

const LegalEditor = lazy(async () => (await import('./legal-editor.tsx')).LegalEditor)

/** `/admin?tab=pages&part=legal`: the legal texts, and the editor of each. */
export function LegalPart() {
  const [kind, open, close] = useOpenParam('text')
  const list = useQuery({ queryKey: [LEGAL_TEXTS], queryFn: () => call(legalClient.$get()) })
  return (
    <>
      <QueryBody query={list} loading={<SkeletonText lines={8} />} failed="Failed to load the legal texts">
        {({ texts }) => <TextTable texts={texts} onEdit={text => open(text.kind)} />}
      </QueryBody>
      {kind && <OpenText key={kind} kind={kind} onClose={close} />}
    </>
  )
}

const TextTable = ({ texts, onEdit }: { texts: readonly ShownText[]; onEdit: (text: ShownText) => void }) => (
  <RowTable
    caption="Legal texts"
    rows={texts}
    keyOf={({ kind }) => kind}
    nameOf={({ title }) => title}
    onEdit={onEdit}
    columns={[
      {
        head: 'Text',
        cell: ({ kind, title, inForce }) => (
          <>
            <span className="block font-semibold wrap-anywhere">{title}</span>
            <TextLink to={`/legal#${kind}`} className="text-sm wrap-anywhere">
              {inForce ? `Version ${inForce.version} of ${formatShopDay(inForce.publishedAt)}` : 'Not published yet'}
            </TextLink>
          </>
        ),
      },
      {
        head: 'State',
        cell: ({ isOwn, hasDraft, isShippedNewer }) => (
          <span className="flex flex-wrap gap-1.5">
            <Badge tone={isOwn ? 'success' : 'neutral'}>{isOwn ? 'Own' : 'Shipped'}</Badge>
            {hasDraft && <Badge>Draft</Badge>}
            {isShippedNewer && <Badge tone="warning">Shipped text changed</Badge>}
          </span>
        ),
      },
    ]}
  />
)

/** The text is read again at each opening, so that its editor begins with the newest version. */
function OpenText({ kind, onClose }: { kind: string; onClose: () => void }) {
  const read = useQuery({
    queryKey: [LEGAL_TEXTS, kind],
    queryFn: () => call(legalClient[':kind'].$get({ param: { kind } })),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  if (!read.data) return <LoadingDialog title="Legal text" lines={12} read={read} onClose={onClose} />
  return <LegalEditor template={read.data} onClose={onClose} />
}
