import { BuildFault, mediaTypeOf } from '@atalaia/artifact'
import { DESCRIPTOR_FILE } from '@atalaia/contracts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, sep } from 'node:path'
import { z } from 'zod'
import { EXIT, type Outcome } from './base/command-line.ts'
import { messageOf } from './base/error-text.ts'
import { firstPage, overrideLink } from './override-link.ts'
import { describeRepository, readSource, type Repository } from './repository.ts'

const PORT = 'is a port'
export const serveOptions = z.object({
  dist: z.string(),
  port: z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT),
  run: z.string().optional(),
  shell: z.string().optional(),
  key: z.string().optional(),
})

const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }

/** Answers with a file of the build, or with its descriptor as the build is now. */
const answer = async (address: string, repository: Repository, response: ServerResponse): Promise<void> => {
  try {
    const path = decodeURI(new URL(address, 'http://localhost').pathname)
    const file = join(repository.dist, path)
    const inside = file.startsWith(repository.dist + sep)
    const body =
      path === `/${DESCRIPTOR_FILE}`
        ? JSON.stringify(await describeRepository(repository))
        : inside && (await readFile(file).catch(() => undefined))
    if (body === false || body === undefined) {
      response.writeHead(404, headers).end()
      return
    }
    response.writeHead(200, { ...headers, 'content-type': mediaTypeOf(path) ?? 'application/octet-stream' }).end(body)
  } catch (error) {
    const status = error instanceof BuildFault ? 503 : 500
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(messageOf(error))
  }
}

type Serving = z.output<typeof serveOptions> & { readonly repository: Repository }
type Terminal = {
  out(text: string): void
  readonly env: NodeJS.ProcessEnv
  readonly root: string
  readonly signal?: AbortSignal
}

/** Serves a build on this machine until it is ended, with the bundler beside it when `run` names one. */
export const serveRepository = async (
  { repository, port, run, shell, key }: Serving,
  { out, env, root, signal }: Terminal,
): Promise<Outcome> => {
  const source = await readSource(repository)
  const { name } = source
  const link = (address: string) =>
    shell === undefined
      ? `open a page of a shell with ?remote=${name}@${address}`
      : `open ${overrideLink({ shell, remote: name, address, page: firstPage(source), key })}`
  // What is wrong with the address is better said before anything is started.
  link('http://localhost')
  const server = createServer((request, response) => {
    void answer(request.url ?? '/', repository, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  const own = `http://localhost:${typeof address === 'object' && address ? address.port : port}`
  out(`${name} is served at ${own}: ${link(own)}
`)
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
  return { code, ...(code !== EXIT.ok && { text: `${run} has ended with ${code}\n` }) }
}
