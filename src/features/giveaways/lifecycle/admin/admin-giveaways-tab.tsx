import { useState } from 'react'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { CheckWinnersButton } from '../../draws/admin/check-winners-button.tsx'
import type { AdminGiveaway } from '../admin-contract.ts'
import type { Act } from './giveaway-acts.ts'
import { GiveawayFilterBar } from './giveaway-filter-bar.tsx'
import { GiveawayList } from './giveaway-list.tsx'
import { giveawaysChanged } from './giveaways-admin-client.ts'
import { useOpenGiveaway } from './open-giveaway.ts'

const GiveawayEditor = lazy(async () => (await import('./editor/giveaway-editor.tsx')).GiveawayEditor)
const EntriesDialog = lazy(async () => (await import('../../entries/admin/entries-dialog.tsx')).EntriesDialog)
const DebugDialog = lazy(async () => (await import('../../draws/admin/debug-dialog.tsx')).DebugDialog)
const ActDialog = lazy(async () => (await import('./acts/act-dialog.tsx')).ActDialog)

type Doing = { act: Act; giveaway: AdminGiveaway } | null

/** `/admin?tab=giveaways`: staff find, create, edit, copy and end giveaways, see their entries and draw winners. */
export function AdminGiveawaysTab() {
  const opened = useOpenGiveaway()
  const [doing, setDoing] = useState<Doing>(null)
  const mayChange = useRight('giveaways.change')
  useAdminChannel(['giveaways'], () => void giveawaysChanged())

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <GiveawayFilterBar />
        <div className="flex flex-wrap gap-2">
          <CheckWinnersButton />
          {mayChange && (
            <Button icon="plus" onClick={opened.openNew}>
              Create New Giveaway
            </Button>
          )}
        </div>
      </div>
      <GiveawayList onOpen={opened.open} onAct={(act, giveaway) => setDoing({ act, giveaway })} />
      {opened.isNew && mayChange && <GiveawayEditor id={null} onClose={opened.close} />}
      {opened.id && opened.view === 'edit' && <GiveawayEditor key={opened.id} id={opened.id} onClose={opened.close} />}
      {opened.id && opened.view === 'entries' && (
        <EntriesDialog
          id={opened.id}
          onClose={opened.close}
          onSelectWinner={giveaway => {
            opened.close()
            setDoing({ act: 'draw', giveaway })
          }}
        />
      )}
      {opened.id && opened.view === 'debug' && <DebugDialog id={opened.id} onClose={opened.close} />}
      {doing && (
        <ActDialog
          {...doing}
          onClose={() => setDoing(null)}
          onMade={id => {
            setDoing(null)
            opened.open(id, 'edit')
          }}
        />
      )}
    </div>
  )
}
