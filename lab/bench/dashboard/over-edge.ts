import { spawn } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { browserArgs, ensureBrowser, freePort, ownCertificate, runCaptured } from '@atalaia/stack'
import { chromium } from '@playwright/test'
import type { Row } from '../section.ts'
import { median, spread } from '../statistics.ts'
import { slowNetwork, visit, type Visit } from './visit.ts'

const CADDY = process.env['CADDY_PATH'] ?? '/usr/bin/caddy'

const PROTOCOLS = { h1: 'HTTP/1.1', h2: 'HTTP/2', h3: 'HTTP/3' } as const
type Protocol = keyof typeof PROTOCOLS
const protocols: readonly Protocol[] = ['h1', 'h2', 'h3']

const START_TIMEOUT_MS = 10_000

const untilListening = async (port: number): Promise<void> => {
  const until = performance.now() + START_TIMEOUT_MS
  while (performance.now() < until) {
    const listens = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true))
      socket.once('error', () => done(false))
      socket.once('connect', () => socket.destroy())
    })
    if (listens) return
    await wait(100)
  }
  throw new Error(`bench: ${CADDY} does not listen`)
}

const startEdge = async (gateway: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-edge-'))
  const { cert, certFile, keyFile } = await ownCertificate(folder)
  const ports = { h1: await freePort(), h2: await freePort(), h3: await freePort() }
  const handle = [{ handler: 'reverse_proxy', upstreams: [{ dial: new URL(gateway).host }] }]
  const serverOf = (protocol: Protocol) => ({
    listen: [`127.0.0.1:${ports[protocol]}`],
    // A browser takes the newest that is offered.
    protocols: protocols.slice(0, protocols.indexOf(protocol) + 1),
    routes: [{ handle }],
    tls_connection_policies: [{}],
    automatic_https: { disable: true },
  })
  const config = {
    admin: { disabled: true },
    logging: { logs: { default: { level: 'ERROR' } } },
    apps: {
      http: { servers: Object.fromEntries(protocols.map((protocol) => [protocol, serverOf(protocol)])) },
      tls: { certificates: { load_files: [{ certificate: certFile, key: keyFile }] } },
    },
  }
  const file = join(folder, 'caddy.json')
  await writeFile(file, JSON.stringify(config))
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = spawn(CADDY, ['run', '--config', file], { stdio: ['ignore', 'ignore', 'inherit'], env })
  await Promise.all(protocols.map((protocol) => untilListening(ports[protocol])))
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return {
    urlOf: (protocol: Protocol) => `https://localhost:${ports[protocol]}`,
    /** Speaks HTTP/3 at once, with this certificate alone. */
    args: [
      ...browserArgs().filter((arg) => arg !== '--disable-quic'),
      `--origin-to-force-quic-on=localhost:${ports.h3}`,
      `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`,
      '--host-resolver-rules=MAP localhost 127.0.0.1',
    ],
    stop: async () => {
      caddy.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const rowOf = (version: string, protocol: Protocol, visits: readonly Visit[]): Row[] => {
  const through = `${PROTOCOLS[protocol]} of Caddy ${version}`
  const row = (what: string, values: readonly number[]): Row => {
    const [from, to] = spread(values).map((value) => (value / 1000).toFixed(2))
    return {
      what: `${what}, ${through}`,
      value: `${(median(values) / 1000).toFixed(2)} s (${from} to ${to})`,
      figures: [{ name: `${what}, ${PROTOCOLS[protocol]} of the edge`, unit: 'ms', values }],
    }
  }
  return [
    row(
      'time until the dashboard stands',
      visits.map(({ stands }) => stands),
    ),
    row(
      'time until the first paint of content',
      visits.map(({ firstPaint }) => firstPaint),
    ),
  ]
}

const holdProtocol = (protocol: Protocol, { protocol: used }: Visit): void => {
  const expected = protocol === 'h1' ? 'http/1.1' : protocol
  if (used !== expected) throw new Error(`bench: the page came by ${used}, and ${expected} was to be measured`)
}

/** Needs Debian's Caddy; without it, no rows. */
export const edgeRows = async (
  { url, token, log }: { readonly url: string; readonly token: string; readonly log: (line: string) => void },
  visits: number,
): Promise<Row[]> => {
  if (!existsSync(CADDY)) {
    log(`  left out: HTTP/3, for which Caddy is missing: apt-get install caddy, or CADDY_PATH=/path/to/caddy`)
    return []
  }
  const { output } = await runCaptured(CADDY, ['version'], {})
  const edge = await startEdge(url)
  const browser = await chromium.launch({ executablePath: await ensureBrowser(log), args: [...edge.args] })
  try {
    const taken: Record<Protocol, Visit[]> = { h1: [], h2: [], h3: [] }
    for (let round = 1; round <= visits; round += 1)
      for (const protocol of protocols) {
        const seen = await visit(browser, { url: edge.urlOf(protocol), token, network: slowNetwork })
        holdProtocol(protocol, seen)
        taken[protocol].push(seen)
      }
    return protocols.flatMap((protocol) => rowOf(output.trim().split(' ')[0] ?? '', protocol, taken[protocol]))
  } finally {
    await browser.close()
    await edge.stop()
  }
}
