import {
  BuildFault,
  deprecatedUses,
  firstPage,
  mediaTypeOf,
  offerReasons,
  shellOfferSchema,
  type ShellOffer,
  type Takes,
} from '@atalaia/artifact'
import { GATEWAY_ADDRESSES, QUERY_PARAMETERS } from '@atalaia/contracts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { EXIT, type Outcome } from './base/command-line.ts'
import { messageOf } from './base/error-text.ts'
import { readAnswer } from './base/read-answer.ts'
import { bodyAt, BUILDS, tellBuilds, type LiveBuild } from './live-build.ts'
import { DEFAULT_PORT, linkedAddress, overrideLink } from './override-link.ts'
import { linesOf } from './outcomes.ts'
import { describeRepository, readSource, type Repository } from './repository.ts'

const PORT = 'is a port'
export const serveOptions = z.object({
  dist: z.string(),
  port: z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT).optional(),
  run: z.string().optional(),
  shell: z.string().optional(),
  key: z.string().optional(),
})

const LOOPBACK = /^(\[::1\]|127\.0\.0\.1|localhost)$/

const isLocal = (origin: string): boolean => URL.canParse(origin) && LOOPBACK.test(new URL(origin).hostname)

/**
 * Pages of the shell and of this machine may read. `undefined`: other sites, which could learn
 * unpublished work by CORS, scripts or DNS rebinding.
 */
const headersFor = ({ headers: asking }: IncomingMessage, shell: string | undefined) => {
  const { origin, host = '', 'sec-fetch-site': site, 'sec-fetch-dest': use, 'sec-fetch-mode': mode } = asking
  const asScript = use === 'script' && mode === 'no-cors' && site !== 'same-origin'
  const known = origin === undefined || isLocal(origin) || (shell !== undefined && origin === new URL(shell).origin)
  if (asScript || !known || !isLocal(`http://${host}`)) return undefined
  const common = { 'cache-control': 'no-store', vary: 'Origin' }
  return origin === undefined ? common : { ...common, 'access-control-allow-origin': origin }
}
type Headers = NonNullable<ReturnType<typeof headersFor>>

const REFUSAL = 'Only pages of this machine, and of the shell that --shell names, get what atalaia dev serves.\n'

type Answered = { readonly build: LiveBuild; readonly headers: Headers }

const answer = async (address: string, { build, headers }: Answered, response: ServerResponse): Promise<void> => {
  try {
    const path = decodeURI(new URL(address, 'http://localhost').pathname)
    const body = await bodyAt(path, build)
    if (body === undefined) {
      response.writeHead(404, headers).end()
      return
    }
    response.writeHead(200, { ...headers, 'content-type': mediaTypeOf(path) ?? 'application/octet-stream' }).end(body)
  } catch (error) {
    const status = error instanceof BuildFault ? 503 : 500
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(messageOf(error))
  }
}

const OFFER_TIMEOUT_MS = 5000
const MAX_OFFER_BYTES = 1024 * 1024

/**
 * Reports a shell's unmet requirements and deprecations once (M-DOCTOR-3). Silent when the shell
 * does not answer.
 */
const createAdvisor = (shell: string | undefined, out: (text: string) => void) => {
  const told = new Set<string>()
  const asking = shell === undefined ? Promise.resolve(undefined) : offerOf(shell).catch(() => undefined)
  return async (build: Takes & { readonly name: string }): Promise<void> => {
    const offer = await asking
    if (!offer) return
    const refused = offerReasons(build, offer).map(({ code, message }) => `${code}: ${message}`)
    for (const line of [...refused, ...deprecatedUses(build, offer)]) {
      if (told.has(line)) continue
      told.add(line)
      out(linesOf([`${build.name}: ${line}`]))
    }
  }
}

const offerOf = async (shell: string): Promise<ShellOffer> => {
  const response = await fetch(new URL(GATEWAY_ADDRESSES.shell, shell), {
    signal: AbortSignal.timeout(OFFER_TIMEOUT_MS),
  })
  return z.parse(shellOfferSchema, JSON.parse((await readAnswer(response, MAX_OFFER_BYTES)).toString()))
}

/** Requested port, else the operator's link's: its key holds for no other. */
const portOf = (asked: number | undefined, linked: URL | undefined): number => {
  if (!linked) return asked ?? DEFAULT_PORT
  const port = Number(linked.port || '80')
  if (asked === undefined || asked === port) return port
  throw new Error(`--port ${asked}: the link in --shell is for port ${port}, and for no other`)
}

const keyHint = (name: string, address: string): string =>
  `  If it answers that the link does not hold, overrides are not open there. An operator makes a link that is, for a while:
    npm run remotes -- override-link ${name}@${address}
  npx atalaia dev --shell takes that link in the place of the address.\n`

type Serving = z.output<typeof serveOptions> & { readonly repository: Repository }
type Terminal = {
  out(text: string): void
  readonly env: NodeJS.ProcessEnv
  readonly root: string
  readonly signal?: AbortSignal
}

/** Runs until ended, with the bundler when `run` names one. */
export const serveRepository = async (
  { repository, port: asked, run, shell, key }: Serving,
  { out, env, root, signal }: Terminal,
): Promise<Outcome> => {
  const source = await readSource(repository)
  const { name } = source
  const link = (address: string) =>
    shell === undefined
      ? `open a page of a shell on this machine with ?remote=${name}@${address}; name any other with --shell`
      : `open ${overrideLink({ shell, remote: name, address, page: firstPage(source), key })}`
  // What is wrong with the address is better said before anything is started.
  link('http://localhost')
  const port = portOf(asked, shell === undefined ? undefined : linkedAddress(shell, name))
  const advise = createAdvisor(shell, out)
  const describe = async () => {
    const descriptor = await describeRepository(repository)
    void advise(descriptor)
    return descriptor
  }
  const build = { dist: repository.dist, describe }
  const server = createServer((request, response) => {
    const headers = headersFor(request, shell)
    if (headers === undefined) response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(REFUSAL)
    else if (request.url === BUILDS)
      void tellBuilds(build, response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' }))
    else void answer(request.url ?? '/', { build, headers }, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  const own = `http://localhost:${typeof address === 'object' && address ? address.port : port}`
  out(`${name} is served at ${own}: ${link(own)}\n`)
  if (shell !== undefined && !link(own).includes(QUERY_PARAMETERS.overrideKey)) out(keyHint(name, own))
  // What is not built yet is judged by what the team wrote.
  void describe().catch(() => advise({ ...source, artifact: { shared: [] } }))
  const bundler = run === undefined ? undefined : spawn(run, { cwd: root, env, stdio: 'inherit', shell: true })
  const ended = new Promise<number>((resolve) => {
    signal?.addEventListener('abort', () => resolve(EXIT.ok), { once: true })
    process.once('SIGINT', () => resolve(EXIT.ok))
    bundler?.once('exit', (code) => resolve(code ?? EXIT.failed))
  })
  const code = await ended
  bundler?.kill()
  server.close()
  server.closeAllConnections()
  if (run === undefined) return { code }
  const left = `${repository.dist} has what "${run}" wrote: build again before you publish\n`
  return { code, text: code === EXIT.ok ? left : `${run} has ended with ${code}\n` }
}
