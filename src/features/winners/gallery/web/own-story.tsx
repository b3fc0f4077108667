import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { MyStory } from '../contract.ts'
import { storyChanged, storyClient, storyKey } from './story-client.ts'
import { StoryForm } from './story-form.tsx'

const ConfirmDialog = lazy(async () => (await import('#ui/overlays/confirm-dialog.tsx')).ConfirmDialog)

/** Lets a winner be shown on `/winners`, and withdraw that at any time. */
export function OwnStory({ prizeId, title }: { prizeId: string; title: string }) {
  const { data } = useQuery({
    queryKey: storyKey(prizeId),
    queryFn: () => call(storyClient().$get({ param: { id: prizeId } })),
  })
  const [isWriting, setWriting] = useState(false)
  const [isWithdrawing, setWithdrawing] = useState(false)
  if (!data || !(data.mayWrite || data.story)) return null
  const { story } = data
  return (
    <section aria-labelledby="own-story" className="flex flex-col items-start gap-4">
      <SectionHeading id="own-story">Tell others about it</SectionHeading>
      {story ? (
        <StoryState story={story} />
      ) : (
        <p>If you like, we show you on our page of winners: your words, and a photo with the prize. It is voluntary.</p>
      )}
      {isWriting ? (
        <StoryForm prizeId={prizeId} own={data} onDone={() => setWriting(false)} />
      ) : (
        <span className="flex flex-wrap gap-3">
          {data.mayWrite && (
            <Button variant="secondary" icon="edit" onClick={() => setWriting(true)}>
              {story ? 'Change it' : 'Tell about your prize'}
            </Button>
          )}
          {story && (
            <Button variant="quiet" onClick={() => setWithdrawing(true)}>
              Withdraw my consent
            </Button>
          )}
        </span>
      )}
      {isWithdrawing && (
        <ConfirmDialog
          onOpenChange={() => setWithdrawing(false)}
          title="Withdraw your consent?"
          description={`What you told about ${title} leaves the page at once, and its photo is deleted.`}
          confirmLabel="Withdraw and delete"
          busyLabel="Deleting..."
          danger
          onConfirm={async () => {
            await call(storyClient().$delete({ param: { id: prizeId } }))
            await storyChanged(prizeId)
            setWithdrawing(false)
            setWriting(false)
            toast.success('Your story and its photo are deleted.')
          }}
        />
      )}
    </section>
  )
}

const TITLES = {
  pending: ['info', 'We read it before it is shown'],
  shown: ['success', 'It is on our page of winners'],
  refused: ['warning', 'It is not shown'],
} as const

function StoryState({ story }: { story: NonNullable<MyStory['story']> }) {
  const [kind, title] = TITLES[story.status]
  return (
    <Notice kind={kind} title={title}>
      {story.refusalReason && <p className="wrap-anywhere">{story.refusalReason}</p>}
      <p className="wrap-anywhere whitespace-pre-line">“{story.words}”</p>
      <p className="wrap-anywhere">{story.name}</p>
    </Notice>
  )
}
