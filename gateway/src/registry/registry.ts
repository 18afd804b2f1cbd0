import type { CheckAnswer, DoctorFacts, Move, Pointer, Reason, VerdictMode } from '@atalaia/artifact'
import type { Descriptor } from '@atalaia/contracts'
import { listenToPostgres, migrate, type Database, type MigrationOptions, type Queryable } from '@atalaia/database'
import type { KeyObject } from 'node:crypto'
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
 * Published versions: builds, channels, history, rights, and observations.
 * - A version never gets other content, even after pruning.
 * - Only moves change a channel. They run in sequence, across gateways.
 * - `live` is current in this process after `publish`, `promote` and `rollback`.
 * - An order without a waiting caller, or over 15 s, has no effect.
 * - Methods reject when the database or the store fails. `live` keeps its last state.
 */
export type Registry = Moves & {
  readonly live: LiveState
  readonly store: ArtifactStore
  readonly signingSecret: KeyObject
  readonly rights: Rights
  readonly grants: Grants
  readonly observations: Observations
  readonly verdicts: Verdicts
  /** The gate judges the start and each step. */
  readonly rollouts: Rollouts
  readonly plans: Plans
  /** Builds of this machine, which the gate also considers. */
  readonly around: Surroundings
  /** Largest upload in bytes, as sent. */
  readonly maxArchiveBytes: number
  /** Publishes whole or not at all. Throws a `Problem` for a bad upload. */
  publish(order: PublishOrder): Promise<Published>
  /** The gate's reasons against a build, published or not. */
  judge(candidate: Descriptor, channel: string): Promise<readonly Reason[]>
  /** Like `judge`, with the obstacles of this moment. */
  check(candidate: Descriptor, channel: string): Promise<CheckAnswer>
  doctorFacts(): Promise<DoctorFacts>
  /** Every published version, pruned ones included, by name and age. */
  artifacts(): Promise<readonly ArtifactRow[]>
  /** The newest 500 moves. */
  history(remote: string): Promise<readonly Move[]>
  /** Removes files of versions that no channel had within the retention time, and returns their names. */
  prune(caller?: Caller): Promise<readonly PrunedVersion[]>
  close(): Promise<void>
}

export type PrunedVersion = { readonly name: string; readonly version: string }

export type RegistryOptions = {
  /** The registry migrates it. The caller closes it. */
  readonly database: Database
  readonly store: ArtifactStore
  /** Builds that gateways serve in addition to published versions. */
  readonly around: Surroundings
  /** Database address for notices. Without it, changes arrive with the next poll. */
  readonly listenTo?: string | undefined
  readonly limits?: UploadLimits
  readonly retentionDays: number
  /** Allows http for CI issuers on this machine. Default: https alone. */
  readonly loopbackIssuers?: boolean
  /** Default: `off`. */
  readonly verdicts?: VerdictMode | undefined
  /** Runs when following the database starts to fail, and when leftovers cannot be removed. */
  readonly onFailure?: (error: unknown) => void
}

const POLL_MS = 500
const SOON_MS = 5000

export const MIGRATIONS: MigrationOptions = { folder: new URL('./migrations/', import.meta.url), schema: 'gateway' }

/** Rejects when the database cannot be migrated or read. */
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
  /** For pages and token checks, with a short time limit. */
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
