import { toast } from '#ui/feedback/toast.ts'

/** Opens the device's share sheet. Without one, copies the URL. */
export async function sharePage(page: { title: string; url: string }): Promise<void> {
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
