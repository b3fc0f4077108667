import { useState } from 'react'
import { areCharacterKeysOn, switchCharacterKeys } from '#kernel/client/character-keys.ts'
import type { Role } from '#kernel/rights.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { GO } from './shortcuts.ts'
import { mayRead } from './tabs/tabs.ts'

/** Lists the keyboard shortcuts, with a switch for the single letters. */
export function ShortcutsDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const [isOn, setOn] = useState(areCharacterKeysOn)
  const tabs = mayRead(role)
  const places = Object.entries(GO).flatMap(([key, name]) => {
    const tab = tabs.find(one => one.name === name)
    return tab ? [{ keys: ['g', key], what: `Go to ${tab.label}` }] : []
  })
  return (
    <Dialog size="sm" title="Keyboard shortcuts" onOpenChange={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {[...ALWAYS, ...LETTERS, ...ROWS, ...(tabs.some(({ name }) => name === 'support') ? DESK : []), ...places].map(
          ({ keys, what }) => (
            <div key={what} className="contents">
              <dt className="flex gap-1">
                {keys.map(key => (
                  <kbd
                    key={key}
                    className="min-w-7 rounded-sm border border-line-strong bg-sunken px-1.5 text-center text-sm"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ),
        )}
      </dl>
      <div className="mt-4 border-line border-t pt-2">
        <CheckboxField
          label="Single keys"
          hint="Off: only Ctrl K works. Better for dictation."
          checked={isOn}
          onChange={({ target }) => {
            switchCharacterKeys(target.checked)
            setOn(target.checked)
          }}
        />
      </div>
    </Dialog>
  )
}

const ALWAYS = [
  { keys: [/Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl', 'K'], what: 'Search, and all actions' },
  { keys: ['Esc'], what: 'Close the open dialog' },
]
const ROWS = [
  { keys: ['j'], what: 'Next row' },
  { keys: ['k'], what: 'Previous row' },
  { keys: ['x'], what: 'Choose the row' },
  { keys: ['Shift', 'x'], what: 'Choose all rows from the last chosen one' },
  { keys: ['e'], what: 'Edit or open the row' },
]
const DESK = [{ keys: ['j', 'k'], what: 'In support: open the next or previous ticket' }]
const LETTERS = [
  { keys: ['/'], what: 'Search this list' },
  { keys: ['?'], what: 'This list' },
]
