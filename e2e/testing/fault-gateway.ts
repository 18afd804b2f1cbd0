import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GATEWAY_ADDRESSES } from '@atalaia/contracts'
import { root } from '@atalaia/stack'
import { startFaultProxy } from './fault-proxy.ts'
import { startGateway } from './gateways.ts'
import { newDataDir } from './stack.ts'
import { fixtureFolder, remoteVariant, type VariantOptions } from './remote-variant.ts'

const run = promisify(execFile)

export const NAME = 'mfe-fixture'
const ORDERS = `/-/remotes/${NAME}`
type Move = Readonly<Record<'action' | 'who' | 'version' | 'why', string>>

export const startFaultGateway = async (apiUrl: string) => {
  const dataDir = await newDataDir('atalaia-faults-')
  const api = await startFaultProxy(apiUrl)
  const gateway = await startGateway({ api: api.url, env: { DATA_DIR: dataDir } })
  const proxy = await startFaultProxy(gateway.url)
  const remotes = (...words: string[]) =>
    run(process.execPath, [join(root, 'gateway/src/cli/remotes.ts'), ...words], {
      env: { ...process.env, DATA_DIR: dataDir, GATEWAY_URL: gateway.url },
    })
  const { stdout } = await remotes('token', 'create', NAME)
  await remotes('grant', NAME, 'api', '--ahead')
  const authorization = `Bearer ${stdout.trim().split('\n')[1] ?? ''}`
  const send = (path: string, init: RequestInit) =>
    fetch(gateway.url + path, { ...init, headers: { authorization, ...init.headers } })

  return {
    url: proxy.url,
    proxy,
    api,
    publish: async (version: string, changes: Omit<VariantOptions, 'version'> = {}) => {
      const { folder, descriptor, remove } = await remoteVariant(fixtureFolder, { ...changes, version })
      const files = ['remote.json', ...descriptor.artifact.files.map(({ path }) => path)]
      const packed = await run('tar', ['-czf', '-', '-C', folder, ...files], { encoding: 'buffer' })
      const headers = { 'content-type': 'application/gzip' }
      const body = new Uint8Array(packed.stdout)
      const answer = await send(`${ORDERS}/artifact`, { method: 'PUT', headers, body })
      if (answer.status !== 201) throw new Error(`${version}: ${answer.status} ${await answer.text()}`)
      await remove()
    },
    promote: (version: string, more: object = {}) =>
      send(`${ORDERS}/promote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ version, ...more }),
      }),
    lastMove: async (): Promise<Move> => (await (await send(`${ORDERS}/history`, {})).json()).moves[0],
    read: async (path: string) => (await fetch(gateway.url + path)).text(),
    status: async (path: string) => (await fetch(gateway.url + path)).status,
    cookies: (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const answer = await fetch(`${gateway.url}/login`)
          return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
        }),
      ),
    report: async (cookie: string, body: string) => {
      const headers = { 'content-type': 'application/json', cookie }
      const answer = await fetch(gateway.url + GATEWAY_ADDRESSES.reports, { method: 'POST', headers, body })
      if (answer.status !== 204) throw new Error(`a report was answered with ${answer.status}`)
    },
    stop: async () => {
      await proxy.stop()
      await gateway.stop()
      await api.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type FaultGateway = Awaited<ReturnType<typeof startFaultGateway>>
