import { toast } from '#ui/toast.ts'

/** Hands a page to whatever the device shares with. Where there is nothing such, its address is copied. */
export async function sharePage(page: { title: string; url: string }): Promise<void> {
  if (navigator.share) {
    try {
      return await navigator.share(page)
    } catch (error) {
      // The person has closed the sheet; anything else leaves the address to be copied.
      if ((error as Error).name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(page.url)
    toast.success('Link copied')
  } catch {
    // A browser that allows neither: the address itself is what can still be given.
    toast.error(`The link could not be copied: ${page.url}`)
  }
}
