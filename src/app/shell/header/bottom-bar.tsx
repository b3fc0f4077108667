import { openCart } from '#features/cart/browser/cart.ts'
import { CountMark } from '#ui/buttons/icon-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { NavLink } from '#ui/navigation/link.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { useCartCount } from './header.tsx'

const BEFORE_CART: readonly { to: string; label: string; icon: IconName }[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/store', label: 'Store', icon: 'store' },
  { to: '/giveaways', label: 'Giveaways', icon: 'ticket' },
]

const ITEM =
  'flex h-full w-full flex-col items-center justify-center gap-0.5 border-t-2 focus-visible:-outline-offset-2'
const IDLE = 'border-t-transparent text-muted'
const WORD = 'font-condensed font-semibold text-xs'

/** Five navigation links at the bottom of phone screens. The page reserves space for the bar below the footer. */
export function BottomBar() {
  return (
    <nav
      aria-label="Shortcuts"
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-ground pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid h-16 auto-cols-fr grid-flow-col">
        {BEFORE_CART.map(place => (
          <Place key={place.to} {...place} />
        ))}
        <CartPlace />
        <Place to="/dashboard" label="Profile" icon="user" />
      </ul>
    </nav>
  )
}

function Place({ to, label, icon }: { to: string; label: string; icon: IconName }) {
  return (
    <li>
      <NavLink to={to} end={to === '/'} className={itemClass}>
        <Icon name={icon} size={24} />
        <span className={WORD}>{label}</span>
      </NavLink>
    </li>
  )
}

function CartPlace() {
  const { count, words } = useCartCount()
  return (
    <li>
      <button type="button" aria-haspopup="dialog" onClick={openCart} className={classNames(ITEM, IDLE)}>
        <span className="relative">
          <Icon name="cart" size={24} />
          {count > 0 && <CountMark count={count} className="-top-1.5 -right-3" />}
        </span>
        <span className={WORD}>
          Cart<span className="sr-only">, {words}</span>
        </span>
      </button>
    </li>
  )
}

const itemClass = ({ isActive }: { isActive: boolean }) =>
  classNames(ITEM, isActive ? 'border-t-signal text-ink' : IDLE)
