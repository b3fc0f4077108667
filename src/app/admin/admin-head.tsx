import { ROLE_NAMES, type Role } from '#kernel/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { LiveState } from './live-state.tsx'
import type { Density } from './use-density.ts'

type AdminHeadProps = {
  role: Role
  density: Density
  onDensity: () => void
  onPalette: () => void
  onShortcuts: () => void
}

/** The head of the admin area: the user and role, the live state, and the global search. */
export function AdminHead({ role, density, onDensity, onPalette, onShortcuts }: AdminHeadProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <h1 className="text-2xl">Admin</h1>
      <Badge>{ROLE_NAMES[role]}</Badge>
      <LiveState />
      <div className="ml-auto flex items-center gap-1">
        <Button variant="secondary" size="sm" icon="search" aria-keyshortcuts="Control+K Meta+K" onClick={onPalette}>
          Search
          <kbd className="font-sans text-muted text-xs normal-case tracking-normal max-sm:hidden">Ctrl K</kbd>
        </Button>
        <IconButton
          size="sm"
          icon="menu"
          label="Compact rows"
          aria-pressed={density === 'compact'}
          className="border border-transparent aria-pressed:border-signal max-lg:hidden"
          onClick={onDensity}
        />
        <IconButton
          size="sm"
          icon="info"
          label="Keyboard shortcuts"
          aria-keyshortcuts="?"
          className="max-lg:hidden"
          onClick={onShortcuts}
        />
      </div>
    </header>
  )
}
