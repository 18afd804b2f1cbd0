import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { buildPackages, freePort, runCaptured, startPlatform, type Service } from '@atalaia/stack'
import { z } from 'zod'
import { tokenOf } from '../dashboard/visit.ts'
import { startGateway } from '../gateway/start-gateway.ts'
import type { Row, Section, SectionOptions } from '../section.ts'
import { median } from '../statistics.ts'

const [WRK, NGINX] = ['/usr/bin/wrk', '/usr/sbin/nginx']
const SECONDS = 4
/** No limit of calls ends the measurement. */
const LIMITS = { CALLS_PER_MINUTE: '1000000', ACCOUNT_CALLS_PER_MINUTE: '1000000' }
const DEFAULT_ROUNDS = 5
const MAX_SPREAD = 3

const log = (line: string) => console.error(line)

type Load = { readonly rate: number; readonly p50: number; readonly p99: number }

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 }

/** Throws when any answer was no success. */
const load = async (url: string, headers: Readonly<Record<string, string>>): Promise<Load> => {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { output } = await runCaptured(
    WRK,
    ['-t1', '-c32', `-d${SECONDS}s`, '--latency', '--timeout', '10s', ...given, url],
    {},
  )
  const percentile = (name: string) => {
    const [, value, unit = ''] = new RegExp(`${name}%\\s+([\\d.]+)(us|ms|s)`).exec(output) ?? []
    return Number(value) * (UNITS[unit] ?? Number.NaN)
  }
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
  if (!(rate > 0) || output.includes('Non-2xx') || output.includes('Socket errors'))
    throw new Error(`bench: ${url} under load: ${output}`)
  return { rate, p50: percentile('50'), p99: percentile('99') }
}

type Target = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

// Targets take turns. The first round warms them up, and does not count.
const inTurn = async (targets: readonly Target[], rounds: number): Promise<Load[][]> => {
  const taken: Load[][] = targets.map(() => [])
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, { url, headers }] of targets.entries()) taken[at]?.push(await load(url, headers))
  return taken.map((loads) => loads.slice(1))
}

const rateOf = (loads: readonly Load[]) => median(loads.map(({ rate }) => rate))

const figuresOf = (name: string, loads: readonly Load[]): Row['figures'] => [
  { name: `${name}: time of each request`, unit: 'ms', values: loads.map(({ rate }) => 1000 / rate) },
]

const startNginx = async (folder: string, files: ReadonlyMap<string, Buffer>) => {
  const port = await freePort()
  await mkdir(join(folder, 'files'), { recursive: true })
  for (const [name, body] of files) await writeFile(join(folder, 'files', name), body)
  const config = join(folder, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; pid ${folder}/nginx.pid; worker_processes auto; error_log stderr; user root;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
  server { listen 127.0.0.1:${port}; root ${folder}/files; add_header content-encoding br; } }`,
  )
  const nginx = spawn(NGINX, ['-c', config, '-p', folder], { stdio: 'inherit' })
  return { url: `http://127.0.0.1:${port}`, stop: () => void nginx.kill() }
}

const BROTLI = { 'accept-encoding': 'br' }

/** As it was sent. */
const bodyOf = (url: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    request(url, { headers: BROTLI }, (answer) => void buffer(answer).then(resolve, reject))
      .once('error', reject)
      .end()
  })

const shareRow = (what: string, [ours = [], theirs = []]: readonly Load[][], least: number): Row[] => {
  const share = rateOf(ours) / rateOf(theirs)
  return [
    { what, value: `${rateOf(ours).toFixed(0)} requests a second`, figures: figuresOf(what, ours) },
    {
      what: '… nginx',
      value: `${rateOf(theirs).toFixed(0)} requests a second: ours 1/${(1 / share).toFixed(1)}`,
      goal: `at least 1/${1 / least}`,
      met: share >= least,
    },
  ]
}

const gatewayRows = async (folder: string, rounds: number): Promise<Row[]> => {
  const gateway = await startGateway({ DATA_DIR: join(folder, 'gateway') })
  try {
    const page = await bodyOf(gateway.url + PRODUCT_ROUTES.login)
    const { shared } = z
      .object({ shared: z.string() })
      .parse(/(?<shared>\/shell\/shared\.\w+\.js)/.exec(brotliDecompressSync(page).toString())?.groups)
    const nginx = await startNginx(
      folder,
      new Map([
        ['page', page],
        ['file', await bodyOf(gateway.url + shared)],
      ]),
    )
    try {
      const against = (path: string, name: string) =>
        inTurn(
          [gateway.url + path, `${nginx.url}/${name}`].map((url) => ({ url, headers: BROTLI })),
          rounds,
        )
      return [
        ...shareRow('gateway: page of the login', await against(PRODUCT_ROUTES.login, 'page'), 1 / 8),
        ...shareRow('gateway: file shared.js', await against(shared, 'file'), 1 / 6),
      ]
    } finally {
      nginx.stop()
    }
  } finally {
    await gateway.stop()
  }
}

const CALLS = ['/emails?tamanho=100', '/dashboard/resumo', '/clientes/me/analises']

const apiRows = async (folder: string, rounds: number): Promise<Row[]> => {
  const services: Service[] = []
  try {
    const { url, demo } = await startPlatform({
      env: {
        ...process.env,
        ...LIMITS,
        LOG_LEVEL: 'warn',
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'api'),
      },
      noDemo: false,
      onStarted: (service) => services.push(service),
    })
    if (!demo) throw new Error('there is no demonstration account: take NODE_ENV=production away')
    const headers = { authorization: `Bearer ${await tokenOf(url, demo)}` }
    const loads = await inTurn(
      CALLS.map((path) => ({ url: `${url}/api${path}`, headers })),
      rounds,
    )
    return loads.map((taken, at): Row => {
      const [p50, p99] = [median(taken.map((one) => one.p50)), median(taken.map((one) => one.p99))]
      return {
        what: `API: ${CALLS[at]}, 32 connections through the gateway: p50, p99`,
        value: `${rateOf(taken).toFixed(0)} a second, ${p50.toFixed(0)}, ${p99.toFixed(0)} ms`,
        goal: `p99 at most ${MAX_SPREAD} × p50`,
        met: p99 <= MAX_SPREAD * p50,
        figures: figuresOf(`API: ${CALLS[at]}`, taken),
      }
    })
  } finally {
    for (const service of services.toReversed()) await service.stop()
  }
}

/** Needs Debian's wrk and nginx. */
export const serversSection: Section = {
  name: 'servers',
  run: async ({ visits: rounds = DEFAULT_ROUNDS }: SectionOptions) => {
    const missing = [WRK, NGINX].filter((tool) => !existsSync(tool))
    if (missing.length > 0) {
      log(`  left out: ${missing.join(', ')} missing: apt-get install wrk nginx-light`)
      return []
    }
    await buildPackages({ log })
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    try {
      return [...(await gatewayRows(folder, rounds)), ...(await apiRows(folder, rounds))]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
