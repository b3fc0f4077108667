import type { Pool } from '#platform/db/database.server.ts'
import type { Need } from './runner/needs.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Line } from './table.ts'

export type Say = (text: string) => void

/** A running shop on a durable PostgreSQL of its own. `add` prints a figure as soon as it is measured. */
export type Site = {
  pool: Pool
  shop: ShopProcess
  env: Record<string, string>
  databaseUrl: string
  folder: string
  add: (...lines: Line[]) => void
  say: Say
}

/** An empty PostgreSQL and a temporary folder. */
export type Place = { databaseUrl: string; folder: string; say: Say }

type Described = { name: string; what: string; needs?: readonly Need[] }

/** Measures a shop that runs in a separate process, like `npm start`. */
export type OnShop = Described & {
  kind: 'shop'
  /** A part of `npm run bench` without a name. */
  isPart?: boolean
  /** With a shop of its own. */
  isApart?: boolean
  /** Fills the database before the shop starts. */
  seed?: (pool: Pool, say: Say) => Promise<void>
  run: (site: Site) => Promise<void>
}

/** Starts what it measures itself. */
export type Alone = Described & { kind: 'alone'; run: (place: Place) => Promise<Line[]> }

export type Bench = OnShop | Alone

export const onShop = (bench: Omit<OnShop, 'kind'>): Bench => ({ ...bench, kind: 'shop' })
export const alone = (bench: Omit<Alone, 'kind'>): Bench => ({ ...bench, kind: 'alone' })

/** The programs and files that this machine lacks for a bench. */
export const missingFor = ({ needs = [] }: Bench): string[] =>
  needs.filter(({ isHere }) => !isHere()).map(({ what }) => what)
