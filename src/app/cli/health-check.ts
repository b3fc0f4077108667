/** `node dist/health-check.js`: ends with 0 when the server of this machine is ready. For a container without curl. */
const { PORT = '3000' } = process.env
const isReady = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
  answer => answer.ok,
  () => false,
)
process.exit(isReady ? 0 : 1)
