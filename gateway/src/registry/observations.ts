import type { ShellManifest } from '@atalaia/contracts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from './registry.ts'
import type { ModuleUse } from './repository/records.ts'

/** Twice within the two minutes after which a shell no longer counts as live. */
const ANNOUNCE_EVERY_MS = 45_000

/** Records the shell that this gateway serves, at once and for as long as `app` runs. A failure is logged. */
export const announceShell = (
  app: FastifyInstance,
  { observations }: Pick<Registry, 'observations'>,
  ownShell: () => Promise<ShellManifest | undefined>,
): void => {
  const announce = async () => {
    const manifest = await ownShell()
    if (manifest) await observations.recordShell(manifest)
  }
  const onFailure = (err: unknown) => app.log.error({ err }, 'the shell could not be announced')
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    await announce().catch(onFailure)
    timer = setInterval(() => void announce().catch(onFailure), ANNOUNCE_EVERY_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

const DAY_MS = 86_400_000
/** Limits the uses that are remembered, so that invented origins cannot exhaust memory. */
const MAX_USES = 1000
/** Of one network, so that one that invents origins does not keep the others' from being recorded. */
const MAX_USES_OF_NETWORK = 50

/**
 * Records a use of a module, unless this recorder did so within the last day. `network` is the block that it comes from
 * (`routedBlockOf`), of which at most 50 new uses a day are recorded; without it, it is the gateway's own. Rejects when
 * the database fails.
 */
export type UseRecorder = (use: ModuleUse, network?: string) => Promise<void>

type Recorded = { readonly at: number; readonly network: string | undefined }

export const createUseRecorder = ({ observations }: Pick<Registry, 'observations'>): UseRecorder => {
  const recorded = new Map<string, Recorded>()
  const hasRoom = (network: string | undefined): boolean => {
    let ofNetwork = 0
    for (const [key, { at, network: other }] of recorded) {
      if (Date.now() - at >= DAY_MS) recorded.delete(key)
      else if (network !== undefined && other === network) ofNetwork += 1
    }
    return recorded.size < MAX_USES && ofNetwork < MAX_USES_OF_NETWORK
  }
  return async (use, network) => {
    const key = `${use.consumer} ${use.remote} ${use.module}`
    const last = recorded.get(key)
    if (last !== undefined && Date.now() - last.at < DAY_MS) return
    if (!hasRoom(network)) return
    recorded.set(key, { at: Date.now(), network })
    await observations.recordUse(use).catch((error: unknown) => {
      recorded.delete(key)
      throw error
    })
  }
}
