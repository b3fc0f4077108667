import { useId } from 'react'
import { useStore } from '#kernel/client/store.ts'
import { Icon, type IconName } from '../pictures/icon.tsx'
import { chooseTheme, THEMES, type Theme, themeStore } from './theme.ts'

const LOOKS: Record<Theme, { icon: IconName; label: string }> = {
  dark: { icon: 'moon', label: 'Dark' },
  light: { icon: 'sun', label: 'Light' },
  system: { icon: 'monitor', label: 'System' },
}

/** Chooses dark, light or the system's theme. The choice applies at once and is stored. */
export function ThemeToggle() {
  const theme = useStore<Theme>(themeStore, 'dark')
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-sm border border-line-strong">
      <legend className="sr-only">Theme</legend>
      {THEMES.map(option => (
        <label
          key={option}
          title={LOOKS[option].label}
          className="relative inline-flex size-11 items-center justify-center text-muted transition-colors hover:text-ink has-checked:bg-raised has-checked:text-signal has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={theme === option}
            onChange={() => chooseTheme(option)}
            className="absolute inset-0 appearance-none outline-none"
          />
          <Icon name={LOOKS[option].icon} />
          <span className="sr-only">{LOOKS[option].label}</span>
        </label>
      ))}
    </fieldset>
  )
}
