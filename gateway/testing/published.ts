import type { Grant } from '@atalaia/artifact'
import {
  RELEASE_ELEMENT_ID,
  releaseSchema,
  remoteBase,
  SHELL_NAME,
  type Release,
  type ShellManifest,
} from '@atalaia/contracts'
import type { VerdictMode } from '@atalaia/artifact'
import { openPostgres, type Database } from '@atalaia/database'
import { openEmptyPostgres } from '@atalaia/database/testing/empty-postgres'
import { startPostgresServer } from '@atalaia/database/testing/postgres-server'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { createFolderStore } from '../src/registry/storage/folder-store.ts'
import { surroundingsOf } from '../src/registry/storage/workspace.ts'
import type { ArtifactStore } from '../src/registry/storage/artifact-store.ts'
import type { GatewayOptions } from '../src/app.ts'
import { createOrderApp } from '../src/cli/direct-client.ts'
import { OVERRIDES_COOKIE, signGrant } from '../src/delivery/overrides.ts'
import { MIGRATIONS, openRegistry, type Registry, type RegistryOptions } from '../src/registry/registry.ts'
import { archiveOf, archiveOfShell, type Build, type ShellBuild } from './archives.ts'
import { createWorkspace } from './workspace.ts'

export type Opened = { readonly database: Database; readonly listenTo?: string; stop?(): Promise<void> }

export const openTestDatabase = async (): Promise<Required<Pick<Opened, 'database' | 'listenTo'>>> => {
  const { database, url } = await openEmptyPostgres(MIGRATIONS)
  return { database, listenTo: url }
}

/** A PostgreSQL server that this test alone uses and may stop. */
export const openOwnServer = async (): Promise<Required<Opened>> => {
  const server = await startPostgresServer()
  const listenTo = await server.createDatabase()
  return { database: await openPostgres(listenTo), listenTo, stop: () => server.stop() }
}

export type PublishedOptions = Partial<GatewayOptions> & {
  readonly verdicts?: VerdictMode
  readonly shell?: Partial<ShellManifest>
}

export const createPublished = async (
  { database, listenTo }: Opened,
  { shell, verdicts, ...options }: PublishedOptions = {},
  storeOf: (folder: string) => ArtifactStore = (folder) => createFolderStore({ folder, sweepAfter: 0 }),
) => {
  const workspace = await createWorkspace(shell)
  const folder = join(workspace.root, 'artifacts')
  const open = async (
    more: Partial<GatewayOptions> = {},
    rest: Partial<Pick<RegistryOptions, 'listenTo' | 'verdicts' | 'around'>> = { listenTo },
  ) => {
    const registry = await openRegistry({
      database,
      store: storeOf(folder),
      around: surroundingsOf({ ...workspace, ...options, ...more }),
      retentionDays: 30,
      loopbackIssuers: true,
      verdicts,
      ...rest,
    })
    return { registry, app: await workspace.gateway({ registry, ...options, ...more }) }
  }
  const { registry, app } = await open()
  return {
    app,
    registry,
    database,
    workspace,
    folder,
    open,
    grant: (remote: string, ...grants: readonly Grant[]) =>
      registry.grants.grant({ remote, grants, who: 'operator', why: null, ahead: true }),
    tokenOf: (remote: string) => teamToken(registry, remote),
    /** An operator's orders, like `npm run remotes`. */
    openOrders: () => createOrderApp(registry, { publicOrigin: 'http://localhost:3000' }),
    close: async () => {
      await app.close()
      await registry.close()
      await database.close()
      await workspace.remove()
    },
  }
}

export const teamToken = async ({ rights }: Pick<Registry, 'rights'>, remote: string): Promise<string> =>
  (await rights.createToken({ remote, label: 'ci', minutes: null }, { who: 'test' })).token

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export const previewCookie = ({ signingSecret }: Pick<Registry, 'signingSecret'>, remote: string, version: string) => {
  const url = `http://localhost${remoteBase(remote, version)}`.slice(0, -1)
  const grant = { overrides: [{ remote, url }], until: Date.now() + 60_000, session: false }
  return `${OVERRIDES_COOKIE}=${signGrant(grant, signingSecret)}`
}

export const upload = (app: FastifyInstance, remote: string, token: string, archive: Buffer) =>
  app.inject({
    method: 'PUT',
    url: `/-/remotes/${remote}/artifact`,
    headers: { ...bearer(token), 'content-type': 'application/gzip' },
    payload: archive,
  })

export const publishBuild = async (app: FastifyInstance, token: string, build: Build) =>
  upload(app, build.descriptor.name, token, await archiveOf(build))

export const publishShell = async (app: FastifyInstance, token: string, build: ShellBuild) =>
  upload(app, SHELL_NAME, token, await archiveOfShell(build))

export const order = (app: FastifyInstance, token: string, path: string, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/-/remotes/${path}`, headers: bearer(token), payload })

export const releaseOf = (html: string): Release => {
  const [, json = ''] = html.split(`id="${RELEASE_ELEMENT_ID}">`)
  return releaseSchema.parse(JSON.parse(json.split('</script>')[0] ?? ''))
}

export const versionIn = (html: string, remote: string): string | undefined =>
  releaseOf(html).remotes.find(({ descriptor }) => descriptor.name === remote)?.descriptor.version
