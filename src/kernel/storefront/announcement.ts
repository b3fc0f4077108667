/** A bar above the header of public pages. */
export type Announcement = {
  /** Of this wording: a visitor who closed it sees the next one. */
  key: string
  text: string
  /** Empty leads nowhere. */
  href: string
  /** ISO. */
  endsAt: string
}

/** Where the browser keeps the key of the announcement that its visitor closed. */
export const CLOSED_ANNOUNCEMENT = 'redoubt.announcement'

/**
 * Inline script in `<head>` that hides the announcement which the visitor closed, before the first paint. It is constant, because the CSP
 * allows it by its hash; the document's root names the announcement.
 */
export const ANNOUNCEMENT_SCRIPT = `try{var d=document.documentElement;if(d.dataset.announcement&&localStorage.getItem('${CLOSED_ANNOUNCEMENT}')===d.dataset.announcement)d.dataset.announcementClosed=''}catch(e){}`
