/** SQLSTATE deadlock_detected: PostgreSQL rolled this transaction back, so that the other one goes on. */
const DEADLOCK = '40P01'
const TRIES = 10

export const isDeadlock = (error: unknown): boolean => (error as { code?: string } | null)?.code === DEADLOCK

/** Runs a statement or a transaction again after a deadlock. `work` must begin its transaction itself. */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isDeadlock(error) || tries === TRIES) throw error
    }
  }
}
