import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import type { AdminGiveaway } from '../admin-contract.ts'
import { AdminGiveawayCard } from './admin-giveaway-card.tsx'
import { EntriesDialog } from './entries-dialog.tsx'
import { ADMIN_GIVEAWAYS, adminClient, forgetGiveaways } from './giveaways-admin-client.ts'
import { SelectWinner } from './select-winner.tsx'

const GiveawayEditor = lazy(async () => ({ default: (await import('./giveaway-editor.tsx')).GiveawayEditor }))

type Doing = { what: 'edit' | 'delete' | 'entries' | 'winner'; giveaway: AdminGiveaway } | { what: 'create' } | null

/** `/admin?tab=giveaways` */
export function AdminGiveawaysTab() {
  const [doing, setDoing] = useState<Doing>(null)
  const list = useQuery({
    queryKey: ADMIN_GIVEAWAYS,
    queryFn: () => call(adminClient().admin.giveaways.$get()),
  })
  const done = () => setDoing(null)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex justify-end">
        <Button icon="plus" onClick={() => setDoing({ what: 'create' })}>
          Create New Giveaway
        </Button>
      </div>
      {list.isPending && <Skeleton className="h-96" />}
      {list.isError && (
        <FailedState busy={list.isFetching} onRetry={() => void list.refetch()}>
          {list.error.message}
        </FailedState>
      )}
      {list.data?.giveaways.length === 0 && <EmptyState icon="gift" title="No giveaways yet" />}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {list.data?.giveaways.map(giveaway => (
          <li key={giveaway.id}>
            <AdminGiveawayCard giveaway={giveaway} onDo={what => setDoing({ what, giveaway })} />
          </li>
        ))}
      </ul>
      {(doing?.what === 'create' || doing?.what === 'edit') && (
        <Suspense>
          <GiveawayEditor giveaway={doing.what === 'edit' ? doing.giveaway : null} onClose={done} />
        </Suspense>
      )}
      {doing?.what === 'entries' && (
        <EntriesDialog
          giveaway={doing.giveaway}
          onClose={done}
          onSelectWinner={() => setDoing({ what: 'winner', giveaway: doing.giveaway })}
        />
      )}
      {doing?.what === 'winner' && <SelectWinner giveaway={doing.giveaway} onClose={done} />}
      {doing?.what === 'delete' && <DeleteGiveaway giveaway={doing.giveaway} onClose={done} />}
    </div>
  )
}

function DeleteGiveaway({ giveaway, onClose }: { giveaway: AdminGiveaway; onClose: () => void }) {
  async function remove() {
    await call(adminClient().giveaways[':id'].$delete({ param: { id: giveaway.id } }))
    await forgetGiveaways()
    toast.success(`${giveaway.title} was deleted`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${giveaway.title}?`}
      description="Are you sure you want to delete this giveaway?"
      confirmLabel="Delete giveaway"
      busyLabel="Deleting..."
      danger
      onConfirm={remove}
    />
  )
}
