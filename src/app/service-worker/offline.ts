/**
 * The script of the offline page, which appears under the requested URL. A press of the button reloads that URL. The page also reloads
 * once the shop is reachable: it checks when the browser comes online, when the tab becomes visible, and every 10 seconds.
 */
const ASK_MS = 10_000
const OWN_ADDRESS = '/offline'

const part = (id: string) => document.getElementById(id)!
const retry = part('retry')
const isStandIn = location.pathname !== OWN_ADDRESS

const goOn = () => (isStandIn ? location.reload() : location.assign('/'))

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

async function look() {
  if (document.visibilityState === 'hidden' || !(await isReachable())) return
  if (isStandIn) return goOn()
  for (const id of ['sign', 'why']) part(id).hidden = true
  part('title').textContent = 'You are online'
  part('state').textContent = 'This page shows when the shop cannot be reached. Now it can.'
  retry.textContent = 'Go to the shop'
}

retry.addEventListener('click', event => {
  event.preventDefault()
  goOn()
})
window.addEventListener('online', () => void look())
document.addEventListener('visibilitychange', () => void look())
setInterval(() => void look(), ASK_MS)
// Opened by its own URL the page replaces no other page, so it checks the network at once.
if (!isStandIn) void look()
