const MICROSECONDS = 1000

/** @returns milliseconds of processor time that this thread spent on `work`. Other load of the machine does not lengthen it, as it does a clock's. */
export async function processorMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / MICROSECONDS
}
