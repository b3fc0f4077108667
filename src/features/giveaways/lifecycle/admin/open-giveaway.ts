import { useSearchParams } from 'react-router'

/** Open view of a giveaway: its editor, its entries or its diagnostics. */
const VIEWS = ['edit', 'entries', 'debug'] as const
export type GiveawayView = (typeof VIEWS)[number]

/** The open giveaway is kept in the URL (`giveaway`, `view`; `new=1` for a new one), so that the palette can link to it. */
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
