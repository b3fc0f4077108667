import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { useAtTime } from '#ui/time/use-now.ts'
import type { CardGiveaway } from '../../giveaway/card-giveaway.ts'
import { ENTRY_ERRORS } from '../../giveaway/errors/entry-errors.ts'
import { useStateNow } from '../../giveaway/web/use-state-now.ts'
import { type Door, doorRefusal } from '../refusals/entry-refusal.ts'

const SlotDialog = lazy(async () => (await import('../slots/slot-dialog.tsx')).SlotDialog)

type Enterable = Pick<CardGiveaway, 'id' | 'slug' | 'title' | 'tier' | 'entryLimit'> & Door
type Size = 'md' | 'lg'

/** The entry button for this viewer: the slot dialog, the sign-in link, or the reason why entry is not possible. */
export function EnterAction({ giveaway, size = 'md' }: { giveaway: Enterable; size?: Size }) {
  const { button, dialog } = useEnterAction(giveaway)
  return (
    <>
      {button(size)}
      {dialog}
    </>
  )
}

export type EnterParts = { button: (size: Size) => ReactNode; dialog: ReactNode; isOpen: boolean }

type EnterOptions = { hasEntries?: boolean; refresh?: () => unknown }

/**
 * `EnterButton` with its dialog in parts: a screen may show its button twice, and the one dialog stays open when either button leaves.
 * @param options.hasEntries the button then says that slots can be added or moved.
 * @param options.refresh reads the page behind the dialog; default: by its loaders.
 */
export function useEnterAction(giveaway: Enterable, options: EnterOptions = {}): EnterParts {
  const { hasEntries = false } = options
  const [isOpen, setOpen] = useState(false)
  const [hasChanged, setChanged] = useState(false)
  const { revalidate } = useRevalidator()
  const state = useStateNow(giveaway)
  const hasEnded = state === 'closed' || state === 'drawn'

  function close() {
    setOpen(false)
    setChanged(false)
    // The page behind the dialog still shows the old slot counts.
    if (hasChanged) void (options.refresh ?? revalidate)()
  }

  // The dialog stays open when the end passes, and says so.
  const dialog = isOpen && (
    <SlotDialog giveaway={giveaway} hasEnded={hasEnded} onClose={close} onChanged={() => setChanged(true)} />
  )
  const button = (size: Size) => (
    <EnterButton giveaway={giveaway} state={state} size={size} hasEntries={hasEntries} onPress={() => setOpen(true)} />
  )
  return { button, dialog, isOpen }
}

/** Why the giveaway takes no entry of a signed-in user now, by the browser's clock; empty while it does. */
export const useDoorRefusal = (giveaway: Door, user: SessionUser | undefined): string =>
  useAtTime(now => (user && doorRefusal(giveaway, user, now)?.message) ?? '', '')

type EnterButtonProps = {
  giveaway: Enterable
  state: CardGiveaway['state']
  size: Size
  hasEntries: boolean
  onPress: () => void
}

function EnterButton({ giveaway, state, size, hasEntries, onPress }: EnterButtonProps) {
  const { status, user } = useSession()
  const refusal = useDoorRefusal(giveaway, user)
  if (state === 'draft') return <Reason>This is a draft. Only staff can see it.</Reason>
  if (state === 'closed' || state === 'drawn') return <Reason>{ENTRY_ERRORS.giveaway_ended.message}</Reason>
  if (status === 'unchecked') return <Skeleton className={size === 'lg' ? 'h-13' : 'h-11'} />
  if (!user && state === 'sold-out') return <Reason>{ENTRY_ERRORS.sold_out.message}</Reason>
  if (!user)
    return (
      <ButtonLink
        to={`/login?next=/giveaways/${giveaway.slug}`}
        size={size}
        wide
        className="relative"
        aria-label={`Sign in to enter ${giveaway.title}`}
      >
        Sign in to enter
      </ButtonLink>
    )
  if (refusal) return <Reason>{`${withFullStop(refusal)}${opensInWords(giveaway, user)}`}</Reason>
  const [text, name] =
    state === 'sold-out'
      ? ['See the slots', 'See the slots of']
      : hasEntries
        ? ['Add or move slots', 'Add or move slots:']
        : ['Enter giveaway', 'Enter giveaway:']
  return (
    <Button
      size={size}
      wide
      className="relative"
      variant={state === 'sold-out' ? 'secondary' : 'primary'}
      onClick={onPress}
      aria-haspopup="dialog"
      aria-label={`${name} ${giveaway.title}`}
    >
      {text}
    </Button>
  )
}

/** When a giveaway that is closed to a user opens; empty for one that never does. */
function opensInWords({ startDate, earlyAccessDate, subscriptionVisibilityOnly }: Door, { isSubscriber }: SessionUser) {
  if (subscriptionVisibilityOnly && !isSubscriber) return ''
  return ` It opens for you ${formatMoment(new Date(isSubscriber ? earlyAccessDate : startDate))}.`
}

const Reason = ({ children }: { children: ReactNode }) => (
  <p className="flex min-h-11 items-center border border-line px-4 py-2 text-muted text-sm">{children}</p>
)
