import { brokenBy } from '@atalaia/artifact'
import { SHELL_NAME, type ShellManifest } from '@atalaia/contracts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from './registry.ts'
import { USE_DAYS } from './repository/artifacts-repository.ts'
import type { ModuleUse } from './repository/records.ts'

/** Twice in the two minutes after which a shell no longer counts as live. */
const ANNOUNCE_EVERY_MS = 45_000

export type AnnouncedShell = {
  /**
   * A sentence for each live version that the shell would break. Empty: the gateway announces it
   * (M-SHELL-1).
   */
  held(): readonly string[]
}

export type ShellOptions = {
  readonly channel: string
  /** Why the gateway serves the shell although it breaks live versions. */
  readonly force?: string | undefined
}

/**
 * Records the shell of this gateway while `app` runs. The workspace's own shell is held while it
 * would break live versions and `force` is missing. A failure is logged.
 */
export const announceShell = (
  app: FastifyInstance,
  registry: Pick<Registry, 'observations' | 'doctorFacts' | 'live' | 'around'>,
  { channel, force }: ShellOptions,
): AnnouncedShell => {
  let held: readonly string[] = []
  const announce = async () => {
    const promoted = await promotedShell(registry.live, channel)
    if (promoted) held = []
    if (promoted) return registry.observations.recordShell(promoted)
    const manifest = await registry.around.ownShell()
    if (!manifest) return
    const broken = await brokenNow(manifest, registry)
    held = force === undefined ? broken : []
    if (broken.length > 0 && force !== undefined)
      app.log.warn({ broken, why: force }, 'the shell is served although it breaks live versions')
    if (held.length === 0) return registry.observations.recordShell(manifest)
    app.log.error({ broken }, 'the shell is held: it would break live versions, which `remotes doctor` lists')
  }
  const onFailure = (err: unknown) => app.log.error({ err }, 'the shell could not be announced')
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    await announce().catch(onFailure)
    timer = setInterval(() => void announce().catch(onFailure), ANNOUNCE_EVERY_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
  return { held: () => held }
}

const promotedShell = async (live: Registry['live'], channel: string): Promise<ShellManifest | undefined> => {
  const pointer = live.current().pointers.find((one) => one.remote === SHELL_NAME && one.channel === channel)
  const artifact = pointer?.version ? await live.artifact(SHELL_NAME, pointer.version) : undefined
  return artifact?.shell ?? undefined
}

/** Live versions that ran in an earlier shell and would not run in this shell. */
const brokenNow = async (
  manifest: ShellManifest,
  { observations, doctorFacts }: Pick<Registry, 'observations' | 'doctorFacts'>,
): Promise<readonly string[]> => {
  const before = await observations.shellsBefore(manifest)
  return before.length === 0 ? [] : brokenBy(manifest, { live: (await doctorFacts()).live, before })
}

const DAY_MS = 86_400_000
const REMEMBERED_MS = USE_DAYS * DAY_MS
/** New uses per day. Bounds memory against invented origins. */
const MAX_USES = 1000
/**
 * New uses per network and day, so that one network with invented origins does not block other
 * networks.
 */
const MAX_USES_OF_NETWORK = 50

/**
 * Records a use of a module at most once a day. `network` is its address block (`routedBlockOf`),
 * with at most 50 new uses a day; without it, the use is the gateway's. Recent uses ({@link
 * USE_DAYS} days) are exempt. Rejects when the database fails.
 */
export type UseRecorder = (use: ModuleUse, network?: string) => Promise<void>

export const createUseRecorder = ({ observations }: Pick<Registry, 'observations'>): UseRecorder => {
  const recorded = new Map<string, number>()
  let today = newDay()

  const forgetOld = () => {
    if (Date.now() - today.began < DAY_MS) return
    today = newDay()
    for (const [key, at] of recorded) if (Date.now() - at >= REMEMBERED_MS) recorded.delete(key)
  }
  /** Reserves room for a new use and returns the release. `undefined` when the day is full. */
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
