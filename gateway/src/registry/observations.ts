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
/** The time for which a use counts (M-GATE-5). */
const REMEMBERED_MS = 30 * DAY_MS
/** Limits the new uses of a day, so that invented origins cannot exhaust memory. */
const MAX_USES = 1000
/** Of one network, so that one that invents origins does not keep the others' from being recorded. */
const MAX_USES_OF_NETWORK = 50

/**
 * Records a use of a module, unless this recorder did so within the last day. `network` is the block that it comes from
 * (`routedBlockOf`), of which at most 50 new uses a day are recorded; without it, it is the gateway's own. A use that was
 * recorded within the last 30 days is recorded again however many new ones there are. Rejects when the database fails.
 */
export type UseRecorder = (use: ModuleUse, network?: string) => Promise<void>

export const createUseRecorder = ({ observations }: Pick<Registry, 'observations'>): UseRecorder => {
  /** The time at which each use was recorded last. */
  const recorded = new Map<string, number>()
  let today = newDay()

  const forgetOld = () => {
    if (Date.now() - today.began < DAY_MS) return
    today = newDay()
    for (const [key, at] of recorded) if (Date.now() - at >= REMEMBERED_MS) recorded.delete(key)
  }
  /** Takes room for a new use, and returns what gives it back; `undefined` when there is none. */
  const takeRoom = (network: string | undefined): (() => void) | undefined => {
    const day = today
    const uses = network === undefined ? 0 : (day.ofNetwork.get(network) ?? 0)
    if (day.uses >= MAX_USES || uses >= MAX_USES_OF_NETWORK) return undefined
    const count = (change: 1 | -1) => {
      day.uses += change
      if (network !== undefined) day.ofNetwork.set(network, (day.ofNetwork.get(network) ?? 0) + change)
    }
    count(1)
    return () => count(-1)
  }
  return async (use, network) => {
    forgetOld()
    const key = `${use.consumer} ${use.remote} ${use.module}`
    const last = recorded.get(key)
    if (last !== undefined && Date.now() - last < DAY_MS) return
    const giveBack = last === undefined ? takeRoom(network) : () => undefined
    if (!giveBack) return
    recorded.set(key, Date.now())
    await observations.recordUse(use).catch((error: unknown) => {
      giveBack()
      if (last === undefined) recorded.delete(key)
      else recorded.set(key, last)
      throw error
    })
  }
}

const newDay = () => ({ began: Date.now(), uses: 0, ofNetwork: new Map<string, number>() })
