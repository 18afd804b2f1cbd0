import type { ShellManifest } from '@atalaia/contracts'
import type { FastifyInstance } from 'fastify'
import { seeShell } from '../versions/seen-table.ts'
import type { Versions } from '../versions/versions.ts'

/** Twice within the time after which a shell counts as gone. */
const EVERY = 45_000

/** Tells the other gateways which shell this one serves, at once and as long as it lives. */
export const announceShell = (
  app: FastifyInstance,
  { database }: Versions,
  ownShell: () => Promise<ShellManifest | undefined>,
): void => {
  const tell = async () => {
    const manifest = await ownShell()
    if (manifest) await seeShell(database, manifest)
  }
  const onFailure = (err: unknown) => app.log.error({ err }, 'the shell could not be announced')
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    await tell().catch(onFailure)
    timer = setInterval(() => void tell().catch(onFailure), EVERY).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
