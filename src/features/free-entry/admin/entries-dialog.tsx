import { useState } from 'react'
import { EntryList } from '#features/giveaways/entries/admin/entry-list.tsx'
import { useAdminGiveaway } from '#features/giveaways/giveaway/admin/giveaways-admin-client.ts'
import type { AdminGiveaway } from '#features/giveaways/giveaway/admin-contract.ts'
import { offeredActsOf } from '#features/giveaways/lifecycle/offered-acts.ts'
import { useUser } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { AddPrivateEntry } from '../cards/admin/add-private-entry.tsx'
import { CardRegister } from '../cards/admin/card-register.tsx'
import { WaitingCards } from '../cards/admin/waiting-cards.tsx'
import { useCardCounts } from '../cards/web/mailed-cards.tsx'
import { ParityDetails } from '../parity/web/parity-details.tsx'

type EntriesDialogProps = { id: string; onClose: () => void; onSelectWinner: (giveaway: AdminGiveaway) => void }

/** Giveaway Entries: slot holders, free entries, and the button to the draw. */
export function EntriesDialog({ id, onClose, onSelectWinner }: EntriesDialogProps) {
  const { data: giveaway, error, isFetching, refetch } = useAdminGiveaway(id)
  const role = useUser()?.role ?? null
  return (
    <Dialog
      size="lg"
      onOpenChange={onClose}
      title={giveaway ? `Giveaway Entries: ${giveaway.title}` : 'Giveaway Entries'}
      footer={
        giveaway &&
        offeredActsOf(giveaway, role).includes('draw') && (
          <Button onClick={() => onSelectWinner(giveaway)}>Select Winner</Button>
        )
      }
    >
      {giveaway ? (
        <EntriesOf giveaway={giveaway} />
      ) : error ? (
        <FailedState
          query={{ error, isFetching, refetch }}
          // The URL may name a giveaway that does not exist or was deleted.
          title={
            error instanceof ApiError && error.status === 404
              ? 'No giveaway selected'
              : 'Failed to load giveaway entries'
          }
        />
      ) : (
        <SkeletonText lines={8} />
      )}
    </Dialog>
  )
}

type Tab = 'entries' | 'waiting' | 'register'

/** The desk for the mail above, and below it the entries, the cards that wait for a second person, and the register. */
function EntriesOf({ giveaway }: { giveaway: AdminGiveaway }) {
  const [tab, setTab] = useState<Tab>('entries')
  const mayType = useRight('entries.change')
  const { data: counts } = useCardCounts(giveaway.id)
  const takesMail = mayType && !giveaway.isDraft && giveaway.closing?.reason !== 'cancelled'
  return (
    <div className="flex flex-col gap-6">
      <p>
        {`${giveaway.entriesInDraw} of ${giveaway.entriesCount} entries are in the draw. Those of staff, and those with a disputed payment, are not.`}
      </p>
      <ParityDetails giveawayId={giveaway.id} />
      {takesMail && <AddPrivateEntry giveaway={giveaway} />}
      <Tabs<Tab>
        label="Entries and cards"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'entries', label: 'Entries', content: <EntryList giveaway={giveaway} /> },
          {
            value: 'waiting',
            label: 'To confirm',
            ...(counts && { count: counts.waiting }),
            content: <WaitingCards giveawayId={giveaway.id} />,
          },
          { value: 'register', label: 'Card register', content: <CardRegister giveawayId={giveaway.id} /> },
        ]}
      />
    </div>
  )
}
