import type { ComponentProps, ReactNode } from 'react'
import {
  createPath,
  Link as RouterLink,
  NavLink as RouterNavLink,
  type To,
  useLocation,
  useViewTransitionState,
} from 'react-router'

type LinkProps = ComponentProps<typeof RouterLink>

type NavLinkProps = Omit<LinkProps, 'className'> & {
  className: (state: { isActive: boolean }) => string
  /** Active on this page only, not on pages below its path. */
  end?: boolean
}

const IS_SERVER = typeof document === 'undefined'

/**
 * React Router's link. It resolves its address against all routes and prepares the navigation of a click; a page has up to a hundred. On the
 * server an address that is complete needs neither: the anchor has the same HTML.
 */
export const Link: (props: LinkProps) => ReactNode = IS_SERVER ? ServerLink : RouterLink

/** React Router's link that knows whether it leads to the page it is on; on the server as `Link`. */
export const NavLink: (props: NavLinkProps) => ReactNode = IS_SERVER ? ServerNavLink : RouterNavLink

/** True while a view transition leads to this address: never on the server. */
export const useIsTransitionTo: (to: To) => boolean = IS_SERVER ? () => false : useViewTransitionState

/** A path from the root without empty, `.` and `..` parts, and what may follow it: nothing that React Router would change. */
const COMPLETE = /^(?:\/|(?:\/[\w-]+)+)(?:\?[^#]+)?(?:#.+)?$/s

/** The address as React Router writes it; undefined for one that it resolves first. */
function completeAddress(to: To): string | undefined {
  const address = typeof to === 'string' ? to : to.pathname && createPath(to)
  return address && COMPLETE.test(address) ? address : undefined
}

function ServerLink(props: LinkProps): ReactNode {
  const href = completeAddress(props.to)
  if (href === undefined || props.mask) return <RouterLink {...props} />
  const { discover, target, ...rest } = attributesOf(props)
  return <a {...rest} href={href} target={target} data-discover={discover === 'none' ? undefined : 'true'} />
}

/** What is left for the anchor. */
const attributesOf = ({
  to,
  prefetch,
  relative,
  reloadDocument,
  replace,
  mask,
  state,
  preventScrollReset,
  viewTransition,
  defaultShouldRevalidate,
  ...rest
}: LinkProps) => rest

function ServerNavLink({ end = false, className, ...rest }: NavLinkProps): ReactNode {
  const here = useLocation().pathname.toLowerCase()
  const href = completeAddress(rest.to)
  if (href === undefined) return <RouterNavLink {...rest} end={end} className={className} />
  const [path = ''] = href.toLowerCase().split(/[?#]/)
  const isActive =
    here === path || (!end && here.startsWith(path) && here.charAt(path === '/' ? 1 : path.length) === '/')
  return <Link {...rest} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />
}
