import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GATEWAY_ADDRESSES } from '@atalaia/contracts'
import { createBuild } from 'gateway/testing/archives'
import { createWorkspace } from 'gateway/testing/workspace'
import { publish, writeRemotes } from '../gateway/grown-remotes.ts'
import { newToken } from '../gateway/new-token.ts'
import { startGateway, type RunningGateway } from '../gateway/start-gateway.ts'
import { percentile, steadyLoad } from '../gateway/steady-load.ts'
import type { Row, Section } from '../section.ts'

const REMOTES = [4, 40, 160]
const VERSIONS = [1, 50, 250]
const BROWSERS = 3000

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const milliseconds = (value: number) => `${value.toFixed(1)} ms`
const diskOf = (folder: string) => Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0])

const medianPage = async (url: string) => {
  const { times } = await steadyLoad({
    rate: 50,
    seconds: 6,
    callOf: () => ({ url: `${url}/login`, headers: { 'accept-encoding': 'br' } }),
  })
  return percentile(times, 0.5)
}
const htmlBytes = async (url: string) => {
  const answer = await fetch(`${url}/login`, { headers: { 'accept-encoding': 'identity' } })
  return (await answer.arrayBuffer()).byteLength
}

const growRemotes = async (root: string, shellDir: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (const count of REMOTES) {
    const REMOTE_DIRS = await writeRemotes(root, count)
    const env = { DATA_DIR: join(root, `data-${count}`), SHELL_DIR: shellDir, REMOTES: REMOTE_DIRS.join(',') }
    const gateway = await startGateway(env)
    const [bytes, median] = [await htmlBytes(gateway.url), await medianPage(gateway.url)]
    rows.push({
      what: `${count} remotes: HTML of a page before compression, p50, memory`,
      value: `${kilobytes(bytes)}, ${milliseconds(median)}, ${(await gateway.memory()).toFixed(0)} MB`,
    })
    await gateway.stop()
  }
  return rows
}

const publishUpTo = async (gateway: RunningGateway, token: string, from: number, to: number) => {
  for (let at = from; at < to; at += 1) await publish(gateway.url, token, createBuild('mfe-novo', `1.0.${at}`))
}

const growVersions = async (env: NodeJS.ProcessEnv & { DATA_DIR: string }): Promise<Row[]> => {
  const rows: Row[] = []
  let published = 0
  let token = ''
  for (const count of VERSIONS) {
    let gateway = await startGateway(env)
    token ||= await newToken(env.DATA_DIR, 'mfe-novo')
    const began = performance.now()
    await publishUpTo(gateway, token, published, count)
    const each = (performance.now() - began) / (count - published)
    published = count
    await gateway.stop()
    gateway = await startGateway(env)
    const median = await medianPage(gateway.url)
    rows.push({
      what: `${count} versions of a remote: time to publish one, start of the gateway, p50 of a page`,
      value: `${milliseconds(each)}, ${(gateway.started / 1000).toFixed(1)} s, ${milliseconds(median)}`,
    })
    await gateway.stop()
  }
  return rows
}

const growBrowsers = async (env: NodeJS.ProcessEnv & { DATA_DIR: string }): Promise<Row[]> => {
  const gateway = await startGateway(env)
  const token = await newToken(env.DATA_DIR, 'mfe-novo')
  await fetch(`${gateway.url}/-/remotes/mfe-novo/promote`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: '1.0.0' }),
  })
  const cookies = await Promise.all(
    Array.from({ length: BROWSERS }, async () => {
      const answer = await fetch(`${gateway.url}/login`)
      await answer.arrayBuffer()
      return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    }),
  )
  const before = { disk: diskOf(env.DATA_DIR), memory: await gateway.memory() }
  const report = { remote: 'mfe-novo', version: '1.0.0', outcome: 'ready', milliseconds: { entry: 120 } }
  const body = JSON.stringify({ activations: [report], vitals: [] })
  const { times, failures } = await steadyLoad({
    rate: 100,
    seconds: BROWSERS / 100,
    callOf: (number) => ({
      url: `${gateway.url}${GATEWAY_ADDRESSES.reports}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.1.${number >> 8}.${number & 255}`,
        cookie: cookies[number] ?? '',
      },
      body,
    }),
  })
  const grown = { disk: diskOf(env.DATA_DIR) - before.disk, memory: (await gateway.memory()) - before.memory }
  await gateway.stop()
  return [
    {
      what: `${BROWSERS} browsers report at 100 a second: p50, p99, refused`,
      value: `${milliseconds(percentile(times, 0.5))}, ${milliseconds(percentile(times, 0.99))}, ${failures}`,
    },
    {
      what: '… the database grows by, the memory by',
      value: `${grown.disk} KB, ${grown.memory.toFixed(0)} MB`,
    },
  ]
}

export const growthSection: Section = {
  name: 'growth',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    const workspace = await createWorkspace()
    try {
      const { shellDir } = workspace
      const env = { DATA_DIR: join(folder, 'data'), SHELL_DIR: shellDir, REMOTES: workspace.distOf('mfe-auth') }
      return [...(await growRemotes(folder, shellDir)), ...(await growVersions(env)), ...(await growBrowsers(env))]
    } finally {
      await workspace.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
