import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { AdminHome } from '../../home-contract.ts'
import { HOME_RULES } from '../../home-rules.ts'
import { HiddenNote } from '../hidden-note.tsx'
import { homeQuery } from '../storefront-client.ts'
import { DiscardDialog, PublishDialog } from './home-dialogs.tsx'
import { HomePreview } from './home-preview.tsx'

const HomeEditor = lazy(async () => (await import('./home-editor.tsx')).HomeEditor)

/** `/admin?tab=pages&part=home`: the sections of the home page, their draft, its preview and its publication. */
export function HomePart() {
  const read = useQuery(homeQuery)
  return (
    <QueryBody query={read} loading={<SkeletonText lines={8} />}>
      {home => <ShownHome home={home} />}
    </QueryBody>
  )
}

type Open = 'editor' | 'publish' | 'discard' | null

function ShownHome({ home }: { home: AdminHome }) {
  const [open, setOpen] = useState<Open>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={home.hasDraft ? 'warning' : 'success'}>{home.hasDraft ? 'Draft' : 'Public'}</Badge>
        {home.hasDraft
          ? 'A draft waits beside the public home page. Visitors see it after you publish it.'
          : 'Visitors see these sections. A change begins as a draft.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button icon="edit" onClick={() => setOpen('editor')}>
          Edit home
        </Button>
        <Button variant="secondary" icon="eye" aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
          {isPreviewed ? 'Close the preview' : 'Preview'}
        </Button>
        {home.hasDraft && (
          <>
            <Button variant="secondary" icon="check" onClick={() => setOpen('publish')}>
              Publish…
            </Button>
            <Button variant="quiet" icon="trash" onClick={() => setOpen('discard')}>
              Discard draft
            </Button>
          </>
        )}
      </div>
      {isPreviewed && <HomePreview version={home.version} />}
      <SectionList home={home} />
      <AuditHistory type="home" id="home" />
      {open === 'editor' && <HomeEditor stored={home} onClose={close} />}
      {open === 'publish' && <PublishDialog home={home} onClose={close} />}
      {open === 'discard' && <DiscardDialog home={home} onClose={close} />}
    </div>
  )
}

/** The sections in their order. */
const SectionList = ({ home: { sections, hidden } }: { home: AdminHome }) => (
  <ol aria-label="Sections" className="divide-y divide-line rounded-md border border-line">
    {sections.map(({ id, isShown, headline, items = [], buttons = [] }) => (
      <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 p-4">
        <div className="flex min-w-48 flex-1 flex-col gap-1">
          <span className="block font-semibold">{HOME_RULES[id].label}</span>
          <span className="wrap-anywhere text-muted text-sm">
            {headline ?? items[0]?.headline ?? 'Computed by the shop'}
          </span>
          {buttons.map(({ label, href }) => (
            <HiddenNote key={`${label} ${href}`} hidden={hidden} href={href} what={label} />
          ))}
        </div>
        <Badge tone={isShown ? 'success' : 'neutral'}>{isShown ? 'Shown' : 'Off'}</Badge>
      </li>
    ))}
  </ol>
)
