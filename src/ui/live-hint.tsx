import { Button } from './button.tsx'

/** Stands above a list in which something changed that is not shown yet, as rows that jump from under the pointer help nobody. */
export function LiveHint({ count, onShow }: { /** Nothing is shown for 0. */ count: number; onShow: () => void }) {
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <Button variant="secondary" size="sm" icon="arrow-right" onClick={onShow} className="w-full justify-center">
          {count} new · Show
        </Button>
      )}
    </div>
  )
}
