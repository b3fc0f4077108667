import { useSearchParams } from 'react-router'

/** What of a giveaway is open: its editor, its entries, or what explains it. */
const VIEWS = ['edit', 'entries', 'debug'] as const
export type GiveawayView = (typeof VIEWS)[number]

/** The giveaway that is open over the list stands in the address (`giveaway`, `view`), and a new one as `new=1`, as the palette links to them. */
export function useOpenGiveaway() {
  const [params, setParams] = useSearchParams()
  const view = VIEWS.find(one => one === params.get('view')) ?? 'edit'
  function set(change: Record<string, string | null>, replace: boolean) {
    setParams(
      now => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(change)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  }
  return {
    id: params.get('giveaway'),
    view,
    isNew: params.get('new') === '1',
    open: (giveaway: string, what: GiveawayView) =>
      set({ giveaway, view: what === 'edit' ? null : what, new: null }, false),
    openNew: () => set({ new: '1', giveaway: null, view: null }, false),
    close: () => set({ giveaway: null, view: null, new: null }, true),
  }
}
