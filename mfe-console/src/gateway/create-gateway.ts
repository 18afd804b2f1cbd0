import type { DoctorFacts } from '@atalaia/artifact/doctor'
import {
  keyAnswer,
  orderProblemOf,
  ORDERS,
  remoteGrants,
  type Audience,
  type Freeze,
  type KeyAnswer,
  type Move,
  type PlanOrder,
  type RemoteGrants,
  type RolloutOrder,
  type Weekly,
} from '@atalaia/artifact/rows'
import type { VerdictsAnswer } from '@atalaia/artifact/verdicts'
import { descriptorSchema, DESCRIPTOR_FILE, remoteBase, type Descriptor } from '@atalaia/contracts'
import type { output, ZodMiniType } from 'zod/mini'
import {
  anyAnswer,
  checkSchema,
  freezesSchema,
  historySchema,
  installationSchema,
  liveSchema,
  plansSchema,
  previewSchema,
  problemSchema,
  promotedSchema,
  reasonsSchema,
  rolloutsSchema,
  type InstallationReport,
  type Live,
  type Plans,
} from './answers.ts'
import { problemText, refusalText } from '../refusal-texts.ts'

/** The message is for people. */
export class GatewayFailure extends Error {
  override readonly name = 'GatewayFailure'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** `every`: milliseconds; `at`: ISO 8601, `null` for at once. */
export type PromotionTo = {
  readonly audience: Audience | null
  readonly at: string | null
} & ({ readonly percent: number } | { readonly steps: readonly number[]; readonly every: number })

export type Promotion = PromotionTo & {
  readonly version: string
  readonly channel: string
  readonly why: string | null
  readonly force: boolean
}

/** Once, or each week. */
export type NewFreeze = Pick<Freeze, 'name' | 'remote'> &
  ({ readonly starts: string; readonly ends: string } | { readonly weekly: Weekly })

type Reasoned = { readonly channel: string; readonly why: string | null; readonly force?: boolean }

export type Gateway = {
  live(): Promise<Live>
  key(): Promise<KeyAnswer>
  history(remote: string): Promise<{ readonly moves: Move[] }>
  rollouts(remote: string): Promise<output<typeof rolloutsSchema>>
  verdicts(remote: string): Promise<VerdictsAnswer>
  descriptor(remote: string, version: string): Promise<Descriptor>
  doctor(): Promise<DoctorFacts>
  check(remote: string, version: string, channel: string): Promise<output<typeof checkSchema>>
  /** Signed, temporary address of a version. */
  preview(remote: string, version: string, minutes: number): Promise<{ readonly link: string; readonly until: string }>
  plans(remote: string): Promise<Plans>
  decide(
    remote: string,
    order: { readonly plan: number; readonly what: PlanOrder; readonly why: string | null },
  ): Promise<void>
  /** `waiting`: for its time, or another person. */
  promote(remote: string, promotion: Promotion): Promise<'done' | 'waiting'>
  rollback(remote: string, order: Reasoned): Promise<void>
  act(remote: string, what: RolloutOrder, order: Reasoned): Promise<void>
  /** For operators. */
  installation(): Promise<readonly InstallationReport[]>
  freezes(): Promise<readonly Freeze[]>
  /** For operators, like the next three. */
  addFreeze(freeze: NewFreeze): Promise<void>
  removeFreeze(id: number): Promise<void>
  /** In milliseconds, for another person. */
  requireApproval(remote: string, channel: string, within: number): Promise<void>
  waiveApproval(remote: string, channel: string): Promise<void>
  grants(remote: string): Promise<RemoteGrants>
  /** Replaces all rights. For operators, like the next two. */
  grant(remote: string, grants: readonly string[], why: string | null): Promise<void>
  /** Reserves the addresses below a prefix. */
  own(remote: string, prefix: string, why: string | null): Promise<void>
  release(remote: string, prefix: string, why: string | null): Promise<void>
}

const ACTOR = /^[\w.@ -]{1,80}$/

type Method = 'PUT' | 'DELETE'
type Send = (path: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>

const ofPage: Send = (path, init) => fetch(path, init)

export const createGateway = (key: string, actor: string | undefined, send = ofPage): Gateway => {
  const authority = {
    authorization: `Bearer ${key}`,
    ...(actor !== undefined && ACTOR.test(actor) && { 'x-actor': actor }),
  }
  const call = async <Schema extends ZodMiniType>(schema: Schema, path: string, json?: object, method?: Method) => {
    const answer = await send(path, {
      ...(method && { method }),
      ...(json && { method: method ?? 'POST', body: JSON.stringify(json) }),
      headers: { ...authority, ...(json && { 'content-type': 'application/json' }) },
      cache: 'no-store',
    }).catch((cause: unknown) => {
      throw new GatewayFailure(0, 'O gateway não respondeu. Tente de novo em instantes.', { cause })
    })
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok) throw new GatewayFailure(answer.status, failureText(answer.status, body))
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    throw new GatewayFailure(answer.status, 'O gateway deu uma resposta inesperada.', { cause: parsed.error })
  }
  const order = async (path: string, json?: object, method?: Method): Promise<void> => {
    await call(anyAnswer, path, json, method)
  }
  const descriptorOf = (remote: string, version: string) =>
    call(descriptorSchema, remoteBase(remote, version) + DESCRIPTOR_FILE)
  return {
    live: () => call(liveSchema, ORDERS.remotes),
    key: () => call(keyAnswer, ORDERS.key),
    history: (remote) => call(historySchema, ORDERS.history(remote)),
    rollouts: (remote) => call(rolloutsSchema, ORDERS.rollouts(remote)),
    verdicts: async (remote) =>
      call((await import('@atalaia/artifact/verdicts')).verdictsAnswer, ORDERS.verdicts(remote)),
    descriptor: descriptorOf,
    doctor: async () => call((await import('@atalaia/artifact/doctor')).doctorAnswer, ORDERS.doctor),
    check: async (remote, version, channel) => {
      const descriptor = await descriptorOf(remote, version)
      return call(checkSchema, ORDERS.check, { descriptor, channel })
    },
    preview: (remote, version, minutes) => call(previewSchema, ORDERS.preview(remote), { version, minutes }),
    promote: async (remote, { audience, at, ...promotion }) => {
      const atOnce = 'steps' in promotion ? ORDERS.rollout(remote, 'start') : ORDERS.promote(remote)
      const { status } =
        audience === null && at === null
          ? await call(promotedSchema, atOnce, promotion)
          : await call(promotedSchema, ORDERS.plans(remote), { ...promotion, audience, at })
      return status === 'waiting' ? 'waiting' : 'done'
    },
    installation: async () => (await call(installationSchema, ORDERS.installation)).checks,
    freezes: async () => (await call(freezesSchema, ORDERS.freezes)).freezes,
    addFreeze: (freeze) => order(ORDERS.freezes, freeze),
    removeFreeze: (id) => order(ORDERS.freeze(String(id)), undefined, 'DELETE'),
    requireApproval: (remote, channel, within) => order(ORDERS.approvalOf(remote), { channel, within }, 'PUT'),
    waiveApproval: (remote, channel) =>
      order(`${ORDERS.approvalOf(remote)}?${new URLSearchParams({ channel })}`, undefined, 'DELETE'),
    plans: (remote) => call(plansSchema, ORDERS.plans(remote)),
    decide: (remote, { plan, what, why }) => order(ORDERS.plan(remote, String(plan), what), { why }),
    rollback: (remote, reasoned) => order(ORDERS.rollback(remote), reasoned),
    act: (remote, what, reasoned) => order(ORDERS.rollout(remote, what), reasoned),
    grants: (remote) => call(remoteGrants, ORDERS.grantsOf(remote)),
    grant: (remote, grants, why) => order(ORDERS.grantsOf(remote), { grants, why }, 'PUT'),
    own: (remote, prefix, why) => order(ORDERS.own(remote), { prefix, why }),
    release: (remote, prefix, why) => order(ORDERS.release(remote), { prefix, why }),
  }
}

const failureText = (status: number, body: unknown): string => {
  const reasons = reasonsSchema.safeParse(body)
  if (reasons.success) return `Recusado: ${reasons.data.reasons.map(refusalText).join('; ')}`
  const problem = problemSchema.safeParse(body)
  const known = problem.success ? orderProblemOf(problem.data.type ?? '') : undefined
  if (known !== undefined) return problemText(known)
  const said = problem.success ? ` (${problem.data.message})` : ''
  if (status === 401) return 'Esta chave não vale, ou não vale mais.'
  if (status === 403) return 'Esta chave não dá esse direito.'
  if (status === 404) return `O que o pedido nomeia não existe mais${said}.`
  if (status === 429) return 'Muitos pedidos com esta chave. Tente de novo daqui a um minuto.'
  if (status === 503) return 'O gateway não tem acesso ao seu banco agora. Veja o histórico antes de tentar de novo.'
  if (status === 409) return `Não foi possível agora${said}.`
  return `O gateway recusou o pedido, código ${status}${said}.`
}
