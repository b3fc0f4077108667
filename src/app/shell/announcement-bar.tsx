import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#kernel/client/site.ts'
import { browserStorage } from '#kernel/client/storage/browser-storage.ts'
import { createNews } from '#kernel/client/store.ts'
import { type Announcement, CLOSED_ANNOUNCEMENT } from '#kernel/storefront/announcement.ts'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Link } from '#ui/navigation/link.tsx'

const changes = createNews()

/** The bar above the header, until its visitor closes it or its time is over. */
export function AnnouncementBar() {
  const announcement = useSite()?.announcement
  return announcement ? <Bar key={announcement.key} announcement={announcement} /> : null
}

function Bar({ announcement: { key, text, href, endsAt } }: { announcement: Announcement }) {
  const isClosed = useSyncExternalStore(
    changes.subscribe,
    () => browserStorage.getItem(CLOSED_ANNOUNCEMENT) === key,
    () => false,
  )
  const isOver = useIsOver(endsAt)
  // The head script hid a bar of the document; from here on, React leaves it out.
  useEffect(() => {
    delete document.documentElement.dataset.announcementClosed
  }, [])
  if (isClosed || isOver) return null
  function close() {
    browserStorage.setItem(CLOSED_ANNOUNCEMENT, key)
    changes.tell()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <section aria-label="Announcement" className="announcement bg-signal-fill text-on-signal">
      <div className="page-width flex items-start gap-2 sm:items-center">
        <p className="wrap-anywhere min-w-0 flex-1 py-2.5 font-semibold text-sm sm:text-center">
          {href ? <AnnouncementLink href={href}>{text}</AnnouncementLink> : text}
        </p>
        <IconButton
          icon="close"
          label="Close the announcement"
          className="text-on-signal! hover:not-disabled:bg-transparent! focus-visible:outline-on-signal"
          onClick={close}
        />
      </div>
    </section>
  )
}

const LINK = 'underline underline-offset-3 focus-visible:outline-on-signal'

const AnnouncementLink = ({ href, children }: { href: string; children: string }) =>
  href.startsWith('/') ? (
    <Link to={href} className={LINK}>
      {children}
    </Link>
  ) : (
    <a href={href} rel="noopener" className={LINK}>
      {children}
    </a>
  )

/** Whether the time is over, as asked with each page that is opened: a bar that vanishes beneath a reader would move the page. */
function useIsOver(endsAt: string): boolean {
  const { key } = useLocation()
  const [isOver, setOver] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks with each page that is opened.
  useEffect(() => {
    if (Date.now() >= Date.parse(endsAt)) setOver(true)
  }, [key, endsAt])
  return isOver
}
