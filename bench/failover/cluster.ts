import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SCRIPTS = join(import.meta.dirname, '../../deploy/cluster')
/** Besides the ports of a cluster that `up.sh` starts without settings. */
const PORT = 5600
const MEMBERS = 3
const HEALTHY_MS = 120_000

type Member = { name: string; role: string; state: string; lag?: number | string }

/** The cluster of `deploy/cluster`, and faults of a whole member: Patroni and its PostgreSQL. */
export async function startCluster(dir: string) {
  const env = { ...process.env, CLUSTER_DIR: dir, CLUSTER_PORT: String(PORT) }
  const down = () => {
    spawnSync('nft', ['delete table inet redoubt_drill'])
    spawnSync(join(SCRIPTS, 'down.sh'), ['--delete'], { env })
  }
  // The cluster ends with the bench, for any reason.
  process.once('exit', down)
  const { stdout } = await run(join(SCRIPTS, 'up.sh'), { env })
  const settings = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Record<string, string>

  async function members(): Promise<Member[]> {
    for (let n = 1; n <= MEMBERS; n++) {
      try {
        const answer = await fetch(`http://127.0.0.1:${PORT + 10 + n}/cluster`, { signal: AbortSignal.timeout(1000) })
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        // That member is the one at fault.
      }
    }
    return []
  }
  const leader = async () => (await members()).find(({ role }) => role === 'leader')?.name

  /** Resolves when a leader, a synchronous standby and all other members are there. */
  async function untilHealthy(): Promise<void> {
    const until = Date.now() + HEALTHY_MS
    for (;;) {
      const all = await members()
      const has = (role: string) => all.some(member => member.role === role)
      const isWell = ({ state, role, lag }: Member) => state === 'running' && (role === 'leader' || lag === 0)
      if (all.length === MEMBERS && has('leader') && has('sync_standby') && all.every(isWell)) return
      if (Date.now() > until) throw new Error(`The cluster is not healthy: ${JSON.stringify(all)}`)
      await new Promise(done => setTimeout(done, 500))
    }
  }

  /** The processes of a member run in its folder. */
  function signalMember(name: string, signal: NodeJS.Signals): void {
    const folder = join(dir, name)
    for (const pid of readdirSync('/proc').filter(each => /^\d+$/.test(each))) {
      try {
        const at = readlinkSync(`/proc/${pid}/cwd`)
        if (at === folder || at.startsWith(`${folder}/`)) process.kill(Number(pid), signal)
      } catch {
        // Has ended, or belongs to another user.
      }
    }
  }

  /** Each fault returns its end. */
  const faults = {
    /** Power cut of the member; it starts again later. */
    async crash(name: string) {
      signalMember(name, 'SIGKILL')
      return () => run(join(SCRIPTS, 'up.sh'), [name.slice(1)], { env })
    },
    /** Drops every packet that the member sends: no RST, no answer. `up.sh` gives each member a group id. Needs root. */
    async partition(name: string) {
      const chain = `chain out { type filter hook output priority 0; meta skgid ${6100 + Number(name.slice(1))} drop; }`
      const rules = `table inet redoubt_drill { ${chain}; }`
      await run('nft', [rules])
      return () => run('nft', ['delete table inet redoubt_drill'])
    },
    /** The member stands still, and believes itself primary when it goes on. */
    async pause(name: string) {
      signalMember(name, 'SIGSTOP')
      return async () => signalMember(name, 'SIGCONT')
    },
  }

  return {
    settings,
    leader,
    untilHealthy,
    faults,
    stop() {
      process.off('exit', down)
      down()
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>
export type Fault = keyof Cluster['faults']
