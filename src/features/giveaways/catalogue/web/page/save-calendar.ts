import { transport } from '#kernel/client/browser.ts'
import { toast } from '#ui/feedback/toast.ts'
import { saveFile } from '#ui/files/save-file.ts'

/**
 * Saves the calendar file of a giveaway. The request carries the user's token, which a link could not, because members can save giveaways
 * that are not public yet.
 */
export async function saveCalendar(giveaway: { id: string; slug: string }): Promise<void> {
  const response = await transport(`/api/giveaways/${giveaway.id}/calendar.ics`).catch(() => undefined)
  if (!response?.ok) {
    toast.error('The calendar file could not be loaded. Please try again.')
    return
  }
  saveFile(`${giveaway.slug}.ics`, await response.blob())
}
