import { useState } from 'react'
import { transport } from '#kernel/client/browser.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { saveFile } from '#ui/files/save-file.ts'

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

/**
 * Saves the calendar file of a giveaway. The request carries the user's token, which a link could not, because members can save giveaways
 * that are not public yet.
 */
async function saveCalendar(giveaway: { id: string; slug: string }): Promise<void> {
  const response = await transport(`/api/giveaways/${giveaway.id}/calendar.ics`).catch(() => undefined)
  if (!response?.ok) {
    toast.error('The calendar file could not be loaded. Please try again.')
    return
  }
  saveFile(`${giveaway.slug}.ics`, await response.blob())
}

/** Opens the device's share sheet. Without one, copies the URL. */
async function sharePage(page: { title: string; url: string }): Promise<void> {
  if (navigator.share) {
    try {
      return await navigator.share(page)
    } catch (error) {
      // The user closed the sheet. After any other error, the URL is copied.
      if ((error as Error).name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(page.url)
    toast.success('Link copied')
  } catch {
    // The browser allows neither, so the message shows the URL.
    toast.error(`The link could not be copied: ${page.url}`)
  }
}
