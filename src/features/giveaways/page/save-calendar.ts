import { transport } from '#platform/client/browser.ts'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast.ts'

/**
 * Saves the calendar file of a giveaway. It is read in the person's name, as a link could not: members have one for what the
 * public does not see yet.
 */
export async function saveCalendar(giveaway: { id: string; slug: string }): Promise<void> {
  const response = await transport(`/api/giveaways/${giveaway.id}/calendar.ics`).catch(() => undefined)
  if (!response?.ok) {
    toast.error('The calendar file could not be loaded. Please try again.')
    return
  }
  saveFile(`${giveaway.slug}.ics`, await response.blob())
}
