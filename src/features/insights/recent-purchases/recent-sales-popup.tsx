import { useEffect, useRef, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { type PopupFrequency, schedulePopup } from './popup-schedule.ts'

const SaleNotice = lazy(async () => (await import('./sale-notice.tsx')).default)

/** Popup of recent purchases, mounted once in the shell; its data is loaded when it first appears. */
export function RecentSalesPopup({ frequency }: { frequency: PopupFrequency }) {
  const [turn, setTurn] = useState<number | null>(null)
  const schedule = useRef<ReturnType<typeof schedulePopup>>(undefined)
  useEffect(() => {
    schedule.current = schedulePopup({ frequency, onShow: setTurn, onHide: () => setTurn(null) })
    return () => schedule.current?.stop()
  }, [frequency])
  if (turn === null) return null
  return <SaleNotice turn={turn} onClose={() => schedule.current?.close()} />
}
