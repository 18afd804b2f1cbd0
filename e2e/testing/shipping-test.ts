import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@atalaia/stack'
import { RELEASE_ELEMENT_ID, releaseSchema, shellManifestSchema, type Release } from '@atalaia/contracts'
import { productRemotes } from './gateways.ts'
import { remoteVariant, type VariantOptions } from './remote-variant.ts'
import { newDataDir } from './stack.ts'
import { test as base } from './test.ts'

const run = promisify(execFile)

export type ShippingGateway = {
  readonly url: string
  readonly dataDir: string
  /**
   * `npm run remotes -- …` and its output; with `token` over HTTP, else as the operator. Throws
   * when refused.
   */
  remotes(args: readonly string[], token?: string): Promise<string>
  publish(name: string, version: string, changes?: Omit<VariantOptions, 'version'>, token?: string): Promise<string>
  /** Release for a browser with these cookies, or a new browser's cookie. */
  visit(path: string, cookie?: string): Promise<Visit>
  /** SHA-256 of each served file of the shell. */
  shellHashes(): Promise<Readonly<Record<string, string>>>
}

export type Visit = { readonly html: string; readonly release: Release; readonly browser: string | undefined }

const releaseIn = (html: string): Release => {
  const [, json = ''] = new RegExp(`<script[^>]*id="${RELEASE_ELEMENT_ID}"[^>]*>([^]*?)</script>`).exec(html) ?? []
  return releaseSchema.parse(JSON.parse(json))
}

export const versionIn = ({ remotes }: Release, name: string): string | undefined =>
  remotes.find(({ descriptor }) => descriptor.name === name)?.descriptor.version

const sha256 = (content: ArrayBuffer) => createHash('sha256').update(new Uint8Array(content)).digest('hex')

type ShippingParts = {
  readonly shippingEnv: Readonly<Record<string, string>>
  readonly shipping: ShippingGateway
}

export const test = base.extend<ShippingParts>({
  shippingEnv: [{}, { option: true }],
  shipping: async ({ startOwnGateway, shippingEnv }, use) => {
    const dataDir = await newDataDir('atalaia-shipping-')
    const { url, stop } = await startOwnGateway({
      env: { DATA_DIR: dataDir, SIDEBAR_DEMO: 'on', ...shippingEnv },
    })

    const remotes: ShippingGateway['remotes'] = async (args, token) => {
      const own = { DATA_DIR: dataDir, REMOTES: (await productRemotes()).join(','), ...shippingEnv }
      const env = { ...process.env, ...own, GATEWAY_URL: url, DEPLOY_TOKEN: token ?? '' }
      const { stdout } = await run(process.execPath, [join(root, 'gateway/src/cli/remotes.ts'), ...args], { env })
      return stdout.trim()
    }
    const visit: ShippingGateway['visit'] = async (path, cookie) => {
      const answer = await fetch(url + path, { headers: cookie === undefined ? {} : { cookie } })
      const [, browser] = /atalaia_browser=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
      const html = await answer.text()
      return { html, release: releaseIn(html), browser }
    }
    await use({
      url,
      dataDir,
      remotes,
      visit,
      publish: async (name, version, changes, token) => {
        const variant = await remoteVariant(join(root, name, 'dist'), { ...changes, version })
        try {
          return await remotes(['publish', variant.folder], token)
        } finally {
          await variant.remove()
        }
      },
      shellHashes: async () => {
        const manifest = JSON.parse(await readFile(join(root, 'host-shell/dist/shell.json'), 'utf8'))
        const { files } = shellManifestSchema.parse(manifest)
        const hashes = files.map(async ({ path }) => {
          const answer = await fetch(`${url}/shell/${path}`)
          return [path, sha256(await answer.arrayBuffer())] as const
        })
        return Object.fromEntries(await Promise.all(hashes))
      },
    })
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

export { expect } from '@playwright/test'
