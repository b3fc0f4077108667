import { refusalOf } from '#kernel/costly/run-costly.server.ts'
import { BulkheadFull } from '#platform/costly/bulkhead.server.ts'
import { classOfPage } from '../http/load/load-classes.ts'
import type { Shop } from '../services/services.server.ts'

type Parts = {
  responseCache: Pick<Shop['responseCache'], 'mark'>
  admission: Pick<Shop['admission'], 'run'>
  services: Pick<Shop['services'], 'costly'>
}

/**
 * Renders pages in their bulkhead. A page that many ask for at once is rendered once, unless something that a page may show has changed in
 * between.
 * @param render of an address.
 * @returns a function of the address and the visitor's network. @throws overloaded
 */
export function createRenderings<T>(
  { responseCache, admission, services }: Parts,
  render: (address: string) => Promise<T>,
) {
  const underWay = new Map<string, { mark: number; made: Promise<T> }>()

  const inTurn = (address: string, network: string): Promise<T> =>
    admission.run(classOfPage(address), () =>
      services.costly.pages
        .run(network, () => render(address))
        .catch(error => {
          throw error instanceof BulkheadFull ? refusalOf('pages') : error
        }),
    )

  return (address: string, network: string): Promise<T> => {
    const mark = responseCache.mark()
    const known = underWay.get(address)
    if (known?.mark === mark) return known.made
    const rendering = { mark, made: inTurn(address, network) }
    underWay.set(address, rendering)
    const end = () => {
      if (underWay.get(address) === rendering) underWay.delete(address)
    }
    rendering.made.then(end, end)
    return rendering.made
  }
}
