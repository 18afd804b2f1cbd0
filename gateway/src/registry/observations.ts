import { brokenBy } from '@atalaia/artifact'
import { SHELL_NAME, type ShellManifest } from '@atalaia/contracts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from './registry.ts'
import { USE_DAYS } from './repository/artifacts-repository.ts'
import type { ModuleUse } from './repository/records.ts'

/** Twice within the two minutes after which a shell no longer counts as live. */
const ANNOUNCE_EVERY_MS = 45_000

/** The shell of a gateway, as the registry sees it. */
export type AnnouncedShell = {
  /** The live versions that the shell would break, a sentence for each; none: it is announced (M-SHELL-1). */
  held(): readonly string[]
}

export type ShellOptions = {
  /** The channel that this gateway serves. */
  readonly channel: string
  /** The reason why the shell is served although it breaks live versions. */
  readonly force?: string | undefined
}

/**
 * Records the shell that this gateway serves to everybody, at once and for as long as `app` runs. The gate has judged one that was
 * promoted. The workspace's own is held if it would break versions that browsers get, until they are replaced, or the operator says
 * why it is served. A failure is logged.
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

/** The live versions that ran in one of the shells before this one, and would not run in it. */
const brokenNow = async (
  manifest: ShellManifest,
  { observations, doctorFacts }: Pick<Registry, 'observations' | 'doctorFacts'>,
): Promise<readonly string[]> => {
  const before = await observations.shellsBefore(manifest)
  return before.length === 0 ? [] : brokenBy(manifest, { live: (await doctorFacts()).live, before })
}

const DAY_MS = 86_400_000
const REMEMBERED_MS = USE_DAYS * DAY_MS
/** Limits the new uses of a day, so that invented origins cannot exhaust memory. */
const MAX_USES = 1000
/** New uses of one network in a day, so that one that invents origins does not keep the others' from being recorded. */
const MAX_USES_OF_NETWORK = 50

/**
 * Records a use of a module, unless this recorder did so within the last day. `network` is the block that it comes from
 * (`routedBlockOf`), of which at most 50 new uses a day are recorded; without it, it is the gateway's own. A use that was
 * recorded within the last {@link USE_DAYS} days is recorded again however many new ones there are. Rejects when the database fails.
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
