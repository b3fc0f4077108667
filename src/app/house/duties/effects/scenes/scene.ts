import type { TestUser } from '../../../../testing/users.ts'
import type { Route } from '../effects.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer of any route.
export type Answer = { status: number; text: string; json: any }

/** How a command of the table is walked: alone the effect does not happen, by two persons it does. */
export type Scene<S = never> = {
  /** The subject of the command, above the threshold, and what the command needs. */
  build: () => Promise<S>
  act: (subject: S, as: TestUser) => Promise<Answer>
  /** The effect's own state: winner, entries, address, credits, refunds, role. */
  state: (subject: S) => Promise<unknown>
  /**
   * What one person gets. `waits`: an act that another person confirms. `spares`: the command does the rest of its work and leaves the effect
   * out. Otherwise the code of the refusal.
   */
  alone: 'waits' | 'spares' | (string & {})
  /** The act of the second person, where it is not the confirmation of the proposal in the answer. */
  second?: (subject: S, answer: Answer, as: TestUser) => Promise<Answer>
}

/** By route; several scenes where a command brings the effect about in several ways. */
export type Scenes = Partial<Record<Route, readonly Scene[]>>

/** A scene with a subject of any type: `build`, `act` and `state` of one scene agree. */
export const scene = <S>(one: Scene<S>): Scene => one as unknown as Scene

export const REASON = { reason: 'It was asked for' }
