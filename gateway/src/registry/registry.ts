import type { CheckAnswer, DoctorFacts, Move, Pointer, Reason, VerdictMode } from '@atalaia/artifact'
import type { Descriptor } from '@atalaia/contracts'
import { listenToPostgres, migrate, type Database, type MigrationOptions, type Queryable } from '@atalaia/database'
import { createPlans, type Plans } from './plans/plans.ts'
import { timeWarnings } from './plans/rules.ts'
import { canaryReports, recordMeasures } from './repository/reports-repository.ts'
import { createRollouts, type Rollouts } from './rollouts.ts'
import { createRights, type Rights } from './rights/rights.ts'
import { createGrants, type Grants } from './grants.ts'
import { createLiveState, type LiveState } from './live-state.ts'
import { judgeRunningCanary, judgeShell, readDoctorFacts } from './live-versions.ts'
import { createMoves, judgeIn, type Moves } from './moves.ts'
import { createPublish, sweepStore, type Published, type PublishOrder } from './publish/publish.ts'
import { DEFAULT_LIMITS, maxArchiveBytes, type UploadLimits } from './publish/unpack.ts'
import { listArtifacts, listExpired, markPruned } from './repository/artifacts-repository.ts'
import {
  advanceRevision,
  announceRevision,
  listMoves,
  orderLimits,
  readSigningSecret,
  REVISION_NOTICES,
  type Caller,
} from './repository/channels-repository.ts'
import {
  activationEvidence,
  recordActivation,
  recordShell,
  recordUse,
  shellsBefore,
  type Observations,
} from './repository/observations-repository.ts'
import type { ArtifactRow } from './repository/records.ts'
import { storedFaults, type ArtifactStore } from './storage/artifact-store.ts'
import { createVerdicts, type Verdicts } from './verdicts.ts'
import type { Surroundings } from './storage/workspace.ts'

/**
 * The published versions: builds, channels and their history, rights over them, and what was observed of them.
 *
 * - A published build never changes; its version is never taken by other content, not even after it was pruned.
 * - A channel changes only by a move, which is kept for ever with who, when and why. Moves run one after the other, also
 *   across gateways.
 * - After `publish`, `promote` and `rollback` have resolved, `live` is up to date in this process.
 * - An order whose caller has gone, or that takes longer than 15 s, is not carried out, not even later.
 * - Every method rejects when the database or the store fails; `live` goes on with what it knows.
 */
export type Registry = Moves & {
  readonly live: LiveState
  readonly store: ArtifactStore
  /** Signs what browsers carry: ids and overrides. All gateways of one database share it. */
  readonly signingSecret: string
  /** Keys, publishers and people, and each act about them. */
  readonly rights: Rights
  /** The rights of remotes, which are the operator's. */
  readonly grants: Grants
  readonly observations: Observations
  readonly verdicts: Verdicts
  /** Rollouts in steps. The gate judges those that start, and each of their steps. */
  readonly rollouts: Rollouts
  /** Promotions at a time or with another person's approval. */
  readonly plans: Plans
  /** The builds of this machine, against which the gate judges, too. */
  readonly around: Surroundings
  /** The most bytes of an upload, as it is sent. */
  readonly maxArchiveBytes: number
  /** Takes an upload, whole or not at all. Throws a `Problem` when it is not acceptable. */
  publish(order: PublishOrder): Promise<Published>
  /** The gate's reasons against promoting a build, published or not. */
  judge(candidate: Descriptor, channel: string): Promise<readonly Reason[]>
  /** The same, with what would stand against its promotion at this time. */
  check(candidate: Descriptor, channel: string): Promise<CheckAnswer>
  /** The shells and the versions that browsers get now, on every channel. */
  doctorFacts(): Promise<DoctorFacts>
  /** All published versions, pruned ones too, by name and age. */
  artifacts(): Promise<readonly ArtifactRow[]>
  /** The newest 500 moves of a remote, the newest first. */
  history(remote: string): Promise<readonly Move[]>
  /** Removes the files of versions to which no channel has pointed for the retention time; returns their names. */
  prune(caller?: Caller): Promise<readonly PrunedVersion[]>
  /** Stops following the database, which stays open: it belongs to whoever opened it. */
  close(): Promise<void>
}

export type PrunedVersion = { readonly name: string; readonly version: string }

export type RegistryOptions = {
  /** Migrated here. Closing it is the caller's. */
  readonly database: Database
  readonly store: ArtifactStore
  /** The builds that gateways serve besides published versions. */
  readonly around: Surroundings
  /** The database's address, at which notices are heard; without it, changes are seen at the next poll. */
  readonly listenTo?: string | undefined
  readonly limits?: UploadLimits
  /** Days that a version is kept after it was last promoted. */
  readonly retentionDays: number
  /** Whether CI issuers on this machine are asked over http. Default: over https alone. */
  readonly loopbackIssuers?: boolean
  /** The use of verdicts when a version is promoted. Default: `off`. */
  readonly verdicts?: VerdictMode | undefined
  /** Called when following the database starts to fail, and when leftovers in the store cannot be removed. */
  readonly onFailure?: (error: unknown) => void
}

const POLL_MS = 500
const SOON_MS = 5000

/** The changes of the registry's schema. */
export const MIGRATIONS: MigrationOptions = { folder: new URL('./migrations/', import.meta.url), schema: 'gateway' }

/** Opens the registry on `database`. Rejects when the database cannot be migrated or read. */
export const openRegistry = async (options: RegistryOptions): Promise<Registry> => {
  const { database, store, around, limits = DEFAULT_LIMITS, retentionDays, onFailure = () => undefined } = options
  const { loopbackIssuers = false } = options
  await migrate(database, MIGRATIONS)
  const verdicts = createVerdicts(database, options.verdicts ?? 'off')
  const signingSecret = await readSigningSecret(database)
  const live = await createLiveState({ database, pollMs: POLL_MS, onFailure })
  const listener = options.listenTo
    ? listenToPostgres(options.listenTo, REVISION_NOTICES, () => void live.refresh())
    : undefined
  await sweepStore(database, store, onFailure)

  const faults = async (name: string, version: string): Promise<Reason[]> => {
    const artifact = await live.artifact(name, version)
    return artifact ? storedFaults(artifact, store) : []
  }
  /** For pages and checks of tokens, which wait only this long. */
  const soon = database.within(SOON_MS)
  const ordered = <Result>(caller: Caller = {}, work: (tx: Queryable) => Promise<Result>) =>
    database.transaction(work, orderLimits(caller)())
  const pointerOf = (of: Pick<Pointer, 'remote' | 'channel'>) =>
    live.current().pointers.find(({ remote, channel }) => remote === of.remote && channel === of.channel)
  const { refresh } = live
  const moves = createMoves({ database, around, faults, verdicts, refresh })
  const rollouts = createRollouts({
    ...moves,
    database,
    heldOn: (channel) => pointerOf(channel)?.held ?? null,
    verdict: async (channel) => {
      const pointer = pointerOf(channel)
      return pointer && (await judgeRunningCanary((of) => canaryReports(soon, of), pointer))?.verdict
    },
  })
  const plans = createPlans({
    ...moves,
    database,
    start: (order) => rollouts.start(order),
    judge: async ({ remote, version, channel }) => {
      const artifact = await live.artifact(remote, version)
      if (!artifact || artifact.prunedAt !== null) return undefined
      if (artifact.shell) return judgeShell(database, artifact.shell, around)
      return judgeIn(database, artifact.descriptor, channel, around)
    },
  })

  return {
    ...moves,
    live,
    store,
    around,
    rollouts,
    plans,
    signingSecret,
    verdicts,
    maxArchiveBytes: maxArchiveBytes(limits),
    rights: createRights({ database, soon, ordered, loopbackIssuers }),
    observations: {
      recordShell: (manifest) => recordShell(soon, manifest),
      shellsBefore: (manifest) => shellsBefore(soon, manifest),
      recordUse: (use) => recordUse(soon, use),
      recordActivation: (activation, perNetwork) => recordActivation(database, activation, perNetwork, SOON_MS),
      recordMeasures: (measured, perNetwork) => recordMeasures(database, measured, perNetwork, SOON_MS),
      evidence: (of) => activationEvidence(soon, of),
      canaryReports: (of) => canaryReports(soon, of),
    },
    publish: createPublish({ database, store, limits, refresh }),
    judge: (candidate, channel) => judgeIn(database, candidate, channel, around),
    check: async (candidate, channel) => {
      const { name, version } = candidate
      const artifact = await live.artifact(name, version)
      const isRunning = pointerOf({ remote: name, channel })?.candidate === version
      const { warnings, verified } = await verdicts.foresee(artifact, isRunning)
      const reasons = await judgeIn(database, candidate, channel, around)
      return { reasons, warnings: [...(await timeWarnings(database, name, channel)), ...warnings], verified }
    },
    doctorFacts: () => readDoctorFacts(database, around),
    grants: createGrants({ database, around, refresh }),
    artifacts: () => listArtifacts(database),
    history: (remote) => listMoves(database, remote),
    prune: async (caller) => {
      const expired = await ordered(caller, async (tx) => {
        await advanceRevision(tx)
        const found = await listExpired(tx, retentionDays)
        for (const { name, version } of found) await markPruned(tx, name, version)
        await announceRevision(tx)
        return found
      })
      for (const artifact of expired) {
        live.forget(artifact.name, artifact.version)
        await store.remove(artifact)
      }
      return expired.map(({ name, version }) => ({ name, version }))
    },
    close: async () => {
      await listener?.close()
      await live.close()
    },
  }
}
