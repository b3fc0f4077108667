import { useState } from 'react'
import { z } from 'zod'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { defineFilters } from '#ui/staff-kit/define-filters.ts'
import { ListPage, ListRows } from '#ui/staff-kit/list-page.tsx'
import type { StaffStory } from '../contract.ts'
import type { GalleryApi } from '../gallery-api.server.ts'
import { StoryCard } from '../web/story-card.tsx'

const client = () => clientOf<GalleryApi>().admin['winner-stories']
const NAME = 'admin-winner-stories'

/** Without a status: stories that wait for a decision. */
const FILTERS = defineFilters({ status: z.enum(['shown', 'refused']) })
const STATUSES = [
  { value: '', label: 'Waiting' },
  { value: 'shown', label: 'Shown' },
  { value: 'refused', label: 'Refused' },
]

/** `/admin?tab=gallery`: what winners tell about their prizes, to be read before it is shown. */
export function AdminGalleryTab() {
  const [refused, setRefused] = useState<StaffStory | null>(null)
  return (
    <>
      <ListPage
        filters={FILTERS}
        search={({ select }) => (
          <SelectField label="Show" className="w-full sm:w-52" options={STATUSES} {...select('status')} />
        )}
      >
        {list => (
          <ListRows
            {...list}
            name={NAME}
            parts={['reviews']}
            nouns={['story', 'stories']}
            fetchPage={query => call(client().$get({ query }))}
            rowsOf={page => page.stories}
            empty={
              <EmptyState title="No story waits" icon="gift">
                Winners may tell about their prize once it is on its way. Each wording waits here before it is shown.
              </EmptyState>
            }
          >
            {stories => (
              <ul aria-label="Stories" className="grid items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
                {stories.map(story => (
                  <li key={story.id}>
                    <StoryCard story={story}>
                      <Decision story={story} onRefuse={() => setRefused(story)} />
                    </StoryCard>
                  </li>
                ))}
              </ul>
            )}
          </ListRows>
        )}
      </ListPage>
      {refused && <RefuseDialog story={refused} onClose={() => setRefused(null)} />}
    </>
  )
}

function Decision({ story, onRefuse }: { story: StaffStory; onRefuse: () => void }) {
  const { id, version, status, name, winnerId, refusalReason } = story
  const [busy, setBusy] = useState(false)
  async function show() {
    setBusy(true)
    try {
      await call(client()[':id'].show.$post({ param: { id }, json: { version } }))
      toast.success('The story is shown')
    } catch (error) {
      toast.error((error as Error).message)
    }
    await invalidate([NAME])
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-2">
      {refusalReason && <p className="wrap-anywhere text-muted text-sm">Refused: {refusalReason}</p>}
      <span className="flex flex-wrap items-center gap-2">
        {status !== 'shown' && (
          <Button
            size="sm"
            icon="check"
            busy={busy}
            aria-label={`Show the story of ${name}`}
            onClick={() => void show()}
          >
            Show
          </Button>
        )}
        {status !== 'refused' && (
          <Button
            size="sm"
            variant="secondary"
            icon="close"
            aria-label={`Refuse the story of ${name}`}
            onClick={onRefuse}
          >
            Refuse
          </Button>
        )}
        <TextLink to={`/admin?tab=winners&winner=${winnerId}`}>Winner and prize</TextLink>
      </span>
    </div>
  )
}

type RefuseProps = { story: StaffStory; onClose: () => void }

/** Keeps a story off the page. The winner reads the reason. */
function RefuseDialog({ story: { id, version, name }, onClose }: RefuseProps) {
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Refuse the story of ${name}?`}
      description="It is not shown. The winner reads the reason and may change it."
      confirmLabel="Refuse story"
      busyLabel="Refusing..."
      danger
      onConfirm={async () => {
        await call(client()[':id'].refuse.$post({ param: { id }, json: { version, reason: reasonIn(reason) } }))
        await invalidate([NAME])
        toast.success('The story is refused')
        onClose()
      }}
    >
      <ReasonField label="Reason for the winner" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
