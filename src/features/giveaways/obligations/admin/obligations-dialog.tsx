import { useState } from 'react'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SavePdfButton } from '#ui/files/save-pdf-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useAdminGiveaway } from '../../giveaway/admin/giveaways-admin-client.ts'
import type { Obligation, Obligations } from '../contract.ts'
import { type DutyAct, DutyActions } from './duty-actions.tsx'
import { DutyDialog } from './duty-dialog.tsx'
import { DutyStatus } from './duty-status.tsx'
import { saveFilingPack, useObligations } from './obligations-client.ts'

/** The legal duties of a giveaway: dates, what was done, and what stands in the way of publishing. */
export function ObligationsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: giveaway } = useAdminGiveaway(id)
  const read = useObligations(id)
  return (
    <Dialog size="lg" fillsPhone onOpenChange={onClose} title={giveaway ? `Duties: ${giveaway.title}` : 'Duties'}>
      <QueryBody query={read} loading={<SkeletonText lines={12} />}>
        {list => <DutyList giveawayId={giveaway?.id ?? id} list={list} />}
      </QueryBody>
    </Dialog>
  )
}

function DutyList({ giveawayId, list }: { giveawayId: string; list: Obligations }) {
  const [doing, setDoing] = useState<{ act: DutyAct; duty: Obligation } | null>(null)
  const blocks = list.obligations.filter(({ block }) => block !== null)
  return (
    <div className="flex flex-col gap-5">
      <Notice kind="info" title="No legal advice">
        {list.notice}
      </Notice>
      {blocks.length > 0 && (
        <Notice kind="warning" title="Not ready to be published">
          <ul className="list-disc pl-5">
            {blocks.map(({ duty, block }) => (
              <li key={duty}>{block}</li>
            ))}
          </ul>
          <p className="mt-2">Do each duty, leave the state out, move the start, or let an owner set the duty aside.</p>
        </Notice>
      )}
      {list.obligations.length === 0 ? (
        <EmptyState icon="check" title="No duties follow from its states, value and dates." />
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {list.obligations.map(duty => (
            <li key={duty.duty} className="flex flex-col gap-2 py-4 first:pt-0">
              <DutyFacts duty={duty} />
              <DutyActions giveawayId={giveawayId} duty={duty} onAct={act => setDoing({ act, duty })} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SavePdfButton size="sm" save={() => saveFilingPack(giveawayId)}>
          Filing pack
        </SavePdfButton>
        <p className="min-w-0 flex-1 text-muted text-sm">
          Prize, value, dates, ways to enter, these duties and the official rules as one PDF.
        </p>
      </div>
      <p className="text-muted text-sm">Table of duties: version {list.version}</p>
      {doing && <DutyDialog {...doing} giveawayId={giveawayId} onClose={() => setDoing(null)} />}
    </div>
  )
}

const READ = {
  statute: 'The section was read',
  agency: 'A page of the authority was read',
  secondary: 'Only a secondary source was read',
} as const

function DutyFacts({ duty }: { duty: Obligation }) {
  const { jurisdiction, task, source } = duty
  return (
    <>
      <h3 className="text-base">
        {jurisdiction}: {task}
      </h3>
      <DutyStatus duty={duty} />
      <p className="text-muted text-sm">
        <TextLink to={source.url} target="_blank" rel="noreferrer">
          {source.citation}
        </TextLink>
        . {READ[source.read]} on {dayInWords(source.readOn)}. {source.caveat}
      </p>
    </>
  )
}
