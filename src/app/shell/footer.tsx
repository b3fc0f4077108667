import { socialLabel } from '#kernel/brand/social-label.ts'
import { useMenus, useSettings, useSite } from '#kernel/client/site.ts'
import { LEGAL_LINKS, type MenuEntry } from '#kernel/storefront/menus.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/navigation/link.tsx'
import { Wordmark } from '#ui/pictures/mark.tsx'
import { version } from '../../../package.json'

const FIRST_YEAR = 2024

/** The years of the copyright: "2024–2026". */
const yearsTo = (year = FIRST_YEAR) => (year > FIRST_YEAR ? `${FIRST_YEAR}–${year}` : `${FIRST_YEAR}`)

/** The footer of every page; `slim` keeps only the last lines, for pages without navigation. */
export function Footer({ slim }: { slim: boolean }) {
  const { brand, minimumAge, supportEmail, contact } = useSettings()
  const groups = [
    { title: 'Shop', links: useMenus().footer },
    { title: 'Legal', links: LEGAL_LINKS },
  ].filter(({ links }) => links.length > 0)
  return (
    <footer
      className={classNames(
        'below-fold border-line border-t bg-sunken',
        /* The bottom bar and the support button cover the last lines. */ !slim && 'pb-32 lg:pb-0',
      )}
    >
      {!slim && (
        <div className="page-width grid grid-cols-2 gap-x-8 gap-y-8 py-12 sm:gap-y-10 lg:grid-cols-[1fr_12rem_12rem_16rem]">
          <div className="max-w-sm max-sm:col-span-2">
            <Wordmark />
            <p className="wrap-anywhere mt-4 text-muted text-sm">
              {`Field gear that earns credits, and giveaways that anyone can check. ${brand.tagline}`.trim()}
            </p>
            {brand.social.length > 0 && (
              <ul aria-label="Elsewhere" className="mt-3 flex flex-wrap gap-x-5 text-sm">
                {brand.social.map(address => (
                  <li key={address}>
                    <a
                      href={address}
                      rel="me"
                      className="wrap-anywhere inline-flex min-h-11 items-center hover:underline lg:min-h-9"
                    >
                      {socialLabel(address)}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
          {groups.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="label text-muted">{title}</h2>
              <ul className="mt-2">
                {links.map(entry => (
                  <li key={`${entry.label} ${entry.href}`}>
                    <FooterLink entry={entry} />
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div className="max-sm:col-span-2">
            <h2 className="label text-muted">Contact</h2>
            <address className="mt-2 text-sm not-italic">
              <a
                href={`mailto:${supportEmail}`}
                className="inline-flex min-h-11 items-center hover:underline lg:min-h-9"
              >
                {supportEmail}
              </a>
              <p className="text-muted">{contact.hours}</p>
            </address>
          </div>
        </div>
      )}
      <div className="page-width text-muted text-sm">
        {!slim && <hr className="border-line" />}
        <p className="max-w-4xl pt-6">
          No purchase necessary to enter or win. A purchase does not improve your odds.{' '}
          <Link to="/legal#no-purchase-necessary" className="underline underline-offset-3 hover:text-ink">
            Enter free by mail
          </Link>
          . Open to legal residents of the United States who are {minimumAge} or older. Void where prohibited.
        </p>
        <p className="flex flex-wrap gap-x-6 pt-3 pb-6">
          <span className="wrap-anywhere">
            {`© ${yearsTo(useSite()?.year)} ${withFullStop(brand.name)} All rights reserved.`}
          </span>
          <span className="tabular-nums">Version {version}</span>
        </p>
      </div>
    </footer>
  )
}

const LINK = 'wrap-anywhere inline-flex min-h-11 items-center text-sm hover:underline lg:min-h-9'

const FooterLink = ({ entry: { href, label } }: { entry: MenuEntry }) =>
  href.startsWith('/') ? (
    <Link to={href} className={LINK}>
      {label}
    </Link>
  ) : (
    <a href={href} rel="noopener" className={LINK}>
      {label}
    </a>
  )
