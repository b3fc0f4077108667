import { useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { saveCalendar } from './save-calendar.ts'
import { sharePage } from './share-page.ts'

type KeepActionsProps = { giveaway: { id: string; slug: string; title: string }; isOver: boolean }

/** Saves the giveaway's dates to a calendar, or shares its URL. */
export function KeepActions({ giveaway, isOver }: KeepActionsProps) {
  const [isSaving, setSaving] = useState(false)

  async function save() {
    setSaving(true)
    await saveCalendar(giveaway)
    setSaving(false)
  }

  return (
    <div className="flex flex-wrap gap-2">
      {!isOver && (
        <Button variant="quiet" icon="calendar" busy={isSaving} onClick={() => void save()}>
          Add to calendar
        </Button>
      )}
      <Button
        variant="quiet"
        icon="external"
        onClick={() =>
          void sharePage({ title: giveaway.title, url: `${window.location.origin}/giveaways/${giveaway.slug}` })
        }
      >
        Share
      </Button>
    </div>
  )
}
