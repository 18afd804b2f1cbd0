import {
  ORDERS,
  shellIdOf,
  signedVerdictSchema,
  verdictsAnswer,
  verifierOrder,
  verifierRow,
  verifiersAnswer,
  type CheckAnswer,
  type Reason,
  type SignedVerdict,
  type Verdict,
  type VerdictMode,
  type VerdictRow,
  type VerdictsAnswer,
  type Verifier,
} from '@atalaia/artifact'
import type { ShellManifest } from '@atalaia/contracts'
import type { Database, Queryable } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import { objectionTo, openVerdict, timeFault, type Promoted } from '@atalaia/verifier'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { remoteParams } from './api.ts'
import { senderOf, type Authorities } from './rights/authority.ts'
import { findArtifact, liveShells } from './repository/artifacts-repository.ts'
import { listPointers } from './repository/channels-repository.ts'
import type { ArtifactRow, StoredVerdict } from './repository/records.ts'
import {
  addVerifier,
  keepVerdict,
  listVerifiers,
  newestVerdicts,
  revokeVerifier,
  type NewVerifier,
} from './repository/verdicts-repository.ts'

type Content = Pick<ArtifactRow, 'name' | 'version' | 'digest' | 'shell'>

const verdictIn = (stored: StoredVerdict | undefined): Verdict | undefined => {
  // Once more: what was written into the database past the gateway counts for nothing.
  const opened = stored && openVerdict(stored, stored.publicKey)
  return opened?.ok ? opened.verdict : undefined
}

const idsOf = (shells: readonly ShellManifest[]) => shells.map(shellIdOf)

const around = ({ name, version, digest }: Content, rest: Pick<Promoted, 'shells' | 'isRunning'>): Promoted => ({
  remote: name,
  version,
  digest,
  now: Date.now(),
  ...rest,
})

export type Verdicts = {
  readonly mode: VerdictMode
  /** Objections to a promotion, as reasons or as advice (M-VERIFY-3). */
  judge(tx: Queryable, content: Content, isRunning: boolean): Promise<VerdictJudgement>
  /** The objections before an order. `undefined` for an unpublished version. */
  foresee(content: Content | undefined, isRunning: boolean): Promise<VerdictForesight>
  /** Throws a `Problem` unless a registered verifier signed it about a published version. */
  take(remote: string, signed: SignedVerdict): Promise<Verdict>
  list(remote: string): Promise<VerdictsAnswer>
  /** Records the sender. `undefined` when the name is taken, also by a revoked verifier. */
  addVerifier(verifier: NewVerifier): Promise<Verifier | undefined>
  verifiers(): Promise<Verifier[]>
  /** Also ends its verdicts, and records the sender. `false` without a valid verifier of this name. */
  revokeVerifier(name: string, who: string): Promise<boolean>
}

export type VerdictForesight = Pick<CheckAnswer, 'warnings' | 'verified'>
export type VerdictJudgement = { readonly reasons: readonly Reason[]; readonly advice: readonly Reason[] }

export const createVerdicts = (database: Database, mode: VerdictMode): Verdicts => ({
  mode,
  judge: async (tx, content, isRunning) => {
    // A verifier opens remotes in a shell; shells are judged by what is live.
    if (mode === 'off' || content.shell) return { reasons: [], advice: [] }
    const { objection } = await newestSaid(tx, content, isRunning)
    const found = objection ? [objection] : []
    return mode === 'required' ? { reasons: found, advice: [] } : { reasons: [], advice: found }
  },
  foresee: async (content, isRunning) => {
    if (mode === 'off' || content?.shell) return { warnings: [], verified: null }
    const said = content ? await newestSaid(database, content, isRunning) : { objection: UNPUBLISHED, verified: null }
    const { objection, verified } = said
    return objection
      ? { warnings: [{ ...objection, stops: mode === 'required' }], verified: null }
      : { warnings: [], verified }
  },
  take: (remote, signed) => takeVerdict(database, remote, signed),
  list: (remote) => listVerdicts(database, remote, mode),
  addVerifier: (verifier) => database.transaction((tx) => addVerifier(tx, verifier)),
  verifiers: () => listVerifiers(database),
  revokeVerifier: async (name, who) =>
    (await database.transaction((tx) => revokeVerifier(tx, name, who))) !== undefined,
})

const UNPUBLISHED: Reason = {
  code: 'not-verified',
  message: 'promotions ask for the verdict of a browser: publish it, then run npx atalaia verify',
}

/** The newest verdict about a published version, and the objections. */
const newestSaid = async (db: Queryable, content: Content, isRunning: boolean) => {
  const [newest] = await newestVerdicts(db, content.name, content.version)
  const shells = idsOf(await liveShells(db))
  const verdict = verdictIn(newest)
  return {
    objection: objectionTo(verdict, around(content, { shells, isRunning })),
    verified: newest && verdict ? { by: newest.verifier, at: verdict.at } : null,
  }
}

/** Keeps the verdict of a registered verifier about a published version (M-VERIFY-2). */
const takeVerdict = async (db: Queryable, remote: string, signed: SignedVerdict): Promise<Verdict> => {
  const verifier = (await listVerifiers(db)).find(({ name }) => name === signed.verifier)
  if (!verifier)
    throw new Problem(
      403,
      `${signed.verifier} is no verifier here: an operator adds it with npm run remotes -- verifiers add`,
    )
  if (verifier.revokedAt !== null) throw new Problem(403, `the verifier ${signed.verifier} was revoked`)
  const opened = openVerdict(signed, verifier.publicKey)
  if (!opened.ok) throw new Problem(422, opened.message)
  const { verdict } = opened
  if (verdict.remote !== remote || (verifier.remote !== null && verifier.remote !== remote))
    throw new Problem(
      403,
      `the verdict is of ${verdict.remote}, and ${signed.verifier} judges ${verifier.remote ?? remote}`,
    )
  const artifact = await findArtifact(db, remote, verdict.version)
  if (!artifact || artifact.prunedAt !== null) throw new Problem(404, `${remote} ${verdict.version} is not published`)
  if (artifact.digest !== verdict.digest)
    throw new Problem(422, `the verdict is about other content than ${remote} ${verdict.version} has`)
  const fault = timeFault(verdict, Date.now())
  if (fault !== undefined) throw new Problem(422, fault)
  if (await keepVerdict(db, verdict, signed)) return verdict
  throw new Problem(409, `${signed.verifier} has said something later, or the same, about ${remote} ${verdict.version}`)
}

const listVerdicts = async (db: Queryable, remote: string, mode: VerdictMode): Promise<VerdictsAnswer> => {
  const [stored, pointers, shells] = await Promise.all([
    newestVerdicts(db, remote, null),
    listPointers(db),
    liveShells(db),
  ])
  const rows = stored.map(async (one): Promise<VerdictRow[]> => {
    const [verdict, artifact] = [verdictIn(one), await findArtifact(db, remote, one.version)]
    if (!verdict || !artifact) return []
    const isRunning = pointers.some((pointer) => pointer.remote === remote && pointer.candidate === one.version)
    const objection = objectionTo(verdict, around(artifact, { shells: idsOf(shells), isRunning })) ?? null
    return [{ verifier: one.verifier, receivedAt: one.receivedAt, verdict, objection }]
  })
  return { mode, verdicts: (await Promise.all(rows)).flat() }
}

const nameParams = z.object({ name: z.string() })
const MAX_BODY_BYTES = 128 * 1024

/** `/-/remotes/:remote/verdicts` for teams and operators, `/-/verifiers` for operators. */
export const verdictRoutes = (root: FastifyInstance, verdicts: Verdicts, authority: Authorities): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.post(
    ORDERS.verdicts(':remote'),
    {
      schema: { params: remoteParams, body: signedVerdictSchema, response: { 201: z.object({ status: z.string() }) } },
      bodyLimit: MAX_BODY_BYTES,
      onRequest: authority.may('verify'),
    },
    async (request, reply) => {
      const { status, remote, version } = await verdicts.take(request.params.remote, request.body)
      request.log.info({ remote, version, status, by: request.body.verifier, who: senderOf(request) }, 'a verdict came')
      return reply.code(201).send({ status })
    },
  )

  app.get(
    ORDERS.verdicts(':remote'),
    { schema: { params: remoteParams, response: { 200: verdictsAnswer } }, onRequest: authority.may('history') },
    async ({ params }) => verdicts.list(params.remote),
  )

  app.post(
    ORDERS.verifiers,
    { schema: { body: verifierOrder, response: { 201: verifierRow } }, onRequest: authority.may('rights') },
    async (request, reply) => {
      const { body } = request
      const added = await verdicts.addVerifier({ ...body, who: senderOf(request) })
      if (!added) throw new Problem(409, `${body.name}: the name is taken; one that was revoked is not given again`)
      request.log.info({ verifier: body.name, remote: body.remote, who: senderOf(request) }, 'a verifier was added')
      return reply.code(201).send(added)
    },
  )

  app.get(
    ORDERS.verifiers,
    { schema: { response: { 200: verifiersAnswer } }, onRequest: authority.may('rights') },
    async () => ({ verifiers: await verdicts.verifiers() }),
  )

  app.delete(
    ORDERS.verifier(':name'),
    { schema: { params: nameParams, response: { 204: z.undefined() } }, onRequest: authority.may('rights') },
    async (request, reply) => {
      const { name } = request.params
      const who = senderOf(request)
      if (!(await verdicts.revokeVerifier(name, who)))
        throw new Problem(404, `${name}: there is no such verifier that still counts`)
      request.log.info({ verifier: name, who }, 'a verifier was revoked')
      return reply.code(204).send()
    },
  )
}
