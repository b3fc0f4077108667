import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { LEGAL_LINKS, type MenuEntry } from '#kernel/storefront/menus.ts'
import { Button } from '#ui/buttons/button.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { AdminMenus } from '../../contract.ts'
import { HiddenNote } from '../hidden-note.tsx'
import { menusQuery } from '../storefront-client.ts'

const MenusEditor = lazy(async () => (await import('./menus-editor.tsx')).MenusEditor)

/** `/admin?tab=pages&part=menus`: the menus of header and footer. */
export function MenusPart() {
  const read = useQuery(menusQuery)
  return (
    <QueryBody query={read} loading={<SkeletonText lines={8} />}>
      {menus => <ShownMenus menus={menus} />}
    </QueryBody>
  )
}

function ShownMenus({ menus }: { menus: AdminMenus }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-6">
      <Button icon="edit" className="self-start" onClick={() => setOpen(true)}>
        Edit menus
      </Button>
      <div className="grid gap-6 md:grid-cols-3">
        <Menu
          title="Header"
          about="On wide screens; what does not fit is in the menu."
          entries={menus.header}
          menus={menus}
        />
        <Menu title="Footer" about="The first list." entries={menus.footer} menus={menus} />
        <LockedLinks />
      </div>
      <AuditHistory type="menus" id="menus" />
      {isOpen && <MenusEditor stored={menus} onClose={() => setOpen(false)} />}
    </div>
  )
}

type MenuProps = { title: string; about: string; entries: readonly MenuEntry[]; menus: AdminMenus }

function Menu({ title, about, entries, menus: { hidden } }: MenuProps) {
  return (
    <section aria-label={title} className="rounded-md border border-line p-4">
      <h3 className="text-xl">{title}</h3>
      <p className="text-muted text-sm">{about}</p>
      <ul className="mt-3 divide-y divide-line">
        {entries.map(({ label, href }) => (
          <li key={`${label} ${href}`} className="flex flex-col gap-1 py-2">
            <span className="wrap-anywhere font-semibold">{label}</span>
            <span className="wrap-anywhere text-muted text-sm">{href}</span>
            <HiddenNote hidden={hidden} href={href} />
          </li>
        ))}
        {entries.length === 0 && <li className="py-2 text-muted text-sm">No entries</li>}
      </ul>
    </section>
  )
}

/** What every footer says, whatever its menu. */
const LockedLinks = () => (
  <section aria-label="Legal, locked" className="rounded-md border border-line bg-sunken p-4">
    <h3 className="flex items-center gap-2 text-xl">
      <Icon name="shield" />
      Legal, locked
    </h3>
    <p className="text-muted text-sm">
      The law wants these links, and the sentence that no purchase is necessary, beside every offer and giveaway.
    </p>
    <ul className="mt-3 divide-y divide-line">
      {LEGAL_LINKS.map(({ label, href }) => (
        <li key={href} className="py-2">
          <span className="block font-semibold">{label}</span>
          <span className="text-muted text-sm">{href}</span>
        </li>
      ))}
    </ul>
  </section>
)
