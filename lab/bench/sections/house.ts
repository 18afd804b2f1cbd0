import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PRODUCT_ROUTES, SESSION_COOKIE } from '@atalaia/contracts'
import { buildPackages, root } from '@atalaia/stack'
import { createBuild } from 'gateway/testing/archives'
import { grownBuild, publish, writeRemotes } from '../gateway/grown-remotes.ts'
import { newToken } from '../gateway/new-token.ts'
import { startGateway } from '../gateway/start-gateway.ts'
import { percentile, send, steadyLoad, type Call } from '../gateway/steady-load.ts'
import type { Row, Section } from '../section.ts'

const REMOTES = 200
const MAX_PAGE_BYTES = 6000
const CANARIES = 12
const RATE = 100
const SECONDS = 20
const MAX_P99_MS = 50
const VERSIONS = 1000
const MAX_START_MS = 5000

const PRODUCT = ['mfe-landing', 'mfe-auth', 'mfe-analytics', 'mfe-template-kit']
const SESSION = `${SESSION_COOKIE}=1`
const milliseconds = (value: number) => `${value.toFixed(1)} ms`

const pageBytes = async (url: string): Promise<{ readonly first: number; readonly later: number }> => {
  const once = async () => {
    let bytes = 0
    await send({ url, headers: { 'accept-encoding': 'br', cookie: SESSION } }, undefined, (size) => (bytes += size))
    return bytes
  }
  const first = await once()
  for (let visit = 0; visit < 5; visit += 1) {
    await once()
    await wait(200)
  }
  return { first, later: await once() }
}

const pages = (at: number) => [PRODUCT_ROUTES.analytics, ...(at > 0 ? ['/app/grown/7'] : [])]

const pageRows = async (folder: string, count: number): Promise<Row[]> => {
  const grown = await writeRemotes(join(folder, `remotes-${count}`), count)
  const product = PRODUCT.map((name) => join(root, name, 'dist'))
  const env = { DATA_DIR: join(folder, `data-${count}`), REMOTES: [...product, ...grown].join(',') }
  const gateway = await startGateway(env)
  try {
    const rows: Row[] = []
    for (const path of pages(count)) {
      const { first, later } = await pageBytes(gateway.url + path)
      rows.push({
        what: `${PRODUCT.length + count} remotes: HTML of ${path}, as it is sent (brotli)`,
        value: `${later} bytes, first ${first}`,
        goal: `both under ${MAX_PAGE_BYTES}`,
        met: Math.max(first, later) < MAX_PAGE_BYTES,
        figures: [{ name: `HTML of ${path} with ${count} remotes more`, unit: 'bytes', values: [later] }],
      })
    }
    return rows
  } finally {
    await gateway.stop()
  }
}

const canaryRows = async (folder: string): Promise<Row[]> => {
  const grown = await writeRemotes(join(folder, 'remotes-canary'), REMOTES)
  const product = PRODUCT.map((name) => join(root, name, 'dist'))
  const DATA_DIR = join(folder, 'data-canary')
  const gateway = await startGateway({ DATA_DIR, REMOTES: [...product, ...grown].join(',') })
  try {
    for (let at = 0; at < CANARIES; at += 1) {
      const build = grownBuild(at, '1.1.0')
      const { name, version } = build.descriptor
      const token = await newToken(DATA_DIR, name)
      await publish(gateway.url, token, build)
      const answer = await fetch(`${gateway.url}/-/remotes/${name}/promote`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ version, percent: 50 }),
      })
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    }
    const paths = [PRODUCT_ROUTES.login, PRODUCT_ROUTES.analytics, '/app/grown/7']
    const callOf = (number: number): Call => ({
      url: gateway.url + (paths[number % paths.length] ?? '/'),
      headers: { 'accept-encoding': 'br', cookie: SESSION },
    })
    await steadyLoad({ rate: RATE, seconds: 3, callOf })
    const { times, failures } = await steadyLoad({ rate: RATE, seconds: SECONDS, callOf })
    const [median, late] = [percentile(times, 0.5), percentile(times, 0.99)]
    return [
      {
        what: `${CANARIES} canary versions, ${RATE} new browsers a second, nearly all pages new: p50, p99, failed`,
        value: `${milliseconds(median)}, ${milliseconds(late)}, ${failures}`,
        goal: `p99 under ${MAX_P99_MS} ms`,
        met: late < MAX_P99_MS && failures === 0,
        figures: [{ name: `p99 of a page with ${CANARIES} canary versions`, unit: 'ms', values: [late] }],
      },
    ]
  } finally {
    await gateway.stop()
  }
}

const startRows = async (folder: string): Promise<Row[]> => {
  const env = { DATA_DIR: join(folder, 'data-versions') }
  const first = await startGateway(env)
  try {
    const token = await newToken(env.DATA_DIR, 'mfe-novo')
    for (let at = 0; at < VERSIONS; at += 1) await publish(first.url, token, createBuild('mfe-novo', `1.0.${at}`))
  } finally {
    await first.stop()
  }
  const { started, stop } = await startGateway(env)
  await stop()
  return [
    {
      what: `${VERSIONS} versions: start of a gateway until it listens`,
      value: milliseconds(started),
      goal: `under ${MAX_START_MS} ms`,
      met: started < MAX_START_MS,
      figures: [{ name: `start with ${VERSIONS} versions`, unit: 'ms', values: [started] }],
    },
  ]
}

/** A large house: what its pages weigh, what its canary versions cost, and how long a gateway takes to start. */
export const houseSection: Section = {
  name: 'house',
  run: async () => {
    await buildPackages({ log: (line) => console.error(line) })
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    try {
      const small = await pageRows(folder, 0)
      const large = await pageRows(folder, REMOTES)
      return [...small, ...large, ...(await canaryRows(folder)), ...(await startRows(folder))]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
