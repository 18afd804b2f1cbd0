import { createHash } from 'node:crypto'
import { MAX_EVALUATIONS, NOTICE_ENDED_PROBLEM, type NoticeAnswer, type PersonNotice } from '@atalaia/contracts/notices'
import type { Database } from '@atalaia/database'
import { Problem, type RateLimits } from '@atalaia/server'
import { DAY_MS, type Clock } from '../base/clock.ts'
import { enqueueMail } from '../base/mail/enqueue-mail.ts'
import { tooManyRequests } from '../base/problems.ts'
import type { Keys } from '../base/store/keys.ts'
import { createProofKey } from '../base/store/proof-tags.ts'
import { adviceOf } from '../numbers/exposure/advice.ts'
import { createExposureRepository } from '../numbers/exposure/exposure-repository.ts'
import { sourcesOf } from '../watchlist/address-page/exposure.ts'
import { createPersonRepository, type NoticeWay, type PersonalNotice } from './person-repository.ts'
import { createTellOfNotice, type NoticeAct } from './tell-of-notice.ts'

export type PersonParts = {
  readonly database: Database
  readonly keys: Pick<Keys, 'proof'>
  readonly limits: RateLimits
  /** Of the links in webhooks. */
  readonly origin: string
  readonly clock: Clock
}

const MAX_QUESTIONS_A_DAY = 5

/** Answers and stops of one notice in a day: each is a call to webhooks. */
const MAX_CHANGES = 20

const STAFF_STEP = 'avisar-pessoa'

const UNUSABLE = 'Este aviso não pode mais ser aberto. Peça outro a quem o enviou.'
const EXHAUSTED = 'As conferências deste link acabaram. Diga apenas se você já trocou a senha.'
const UNCHECKED = 'Confira a senha antes de responder isto.'
const UNPROVABLE = 'Este aviso não tem como conferir senhas.'
const NOBODY = 'Quem enviou este aviso não recebe mais perguntas.'
/** P-NOTICE-1 */
export const unusable = (): Problem => new Problem(404, UNUSABLE, { type: NOTICE_ENDED_PROBLEM })

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const plainText = (text: string): string => text.replaceAll(/[^\P{C}\n]/gu, '').trim()

export const createPersonActs = ({ database, keys, limits, origin, clock }: PersonParts) => {
  const tell = createTellOfNotice(origin)
  const changes = limits.window({ name: 'notice-acts', points: MAX_CHANGES, windowMs: DAY_MS })
  const proofKeyOf = ({ address }: PersonalNotice) => keys.proof && createProofKey(keys.proof, address)
  const questions = limits.window({ name: 'notice-questions', points: MAX_QUESTIONS_A_DAY, windowMs: DAY_MS })
  const people = createPersonRepository(database)
  const exposures = createExposureRepository(database)

  const noticed = async (notice: PersonalNotice) => {
    const monitored = await exposures.find(notice.organisationId, notice.monitoredId)
    if (monitored === undefined) throw unusable()
    const all = await sourcesOf({ exposures }, notice.organisationId, monitored, clock())
    const sources = all.filter(({ fonte }) => notice.sources.includes(fonte))
    return { monitored, sources, steps: adviceOf(sources).filter((step) => step !== STAFF_STEP) }
  }

  /** Keeps the act and tells of it together. */
  const act = async (
    { id: noticeId, organisationId }: PersonalNotice,
    told: Pick<NoticeAct, 'event' | 'answer'>,
    change: (repository: typeof people, at: Date) => Promise<boolean>,
  ): Promise<void> => {
    const allowed = told.event === 'aberto' ? undefined : await changes.consume(noticeId)
    if (allowed?.ok === false) throw tooManyRequests(allowed)
    await database.transaction(async (tx) => {
      const at = clock()
      if (await change(createPersonRepository(tx), at)) await tell(tx, { noticeId, organisationId, ...told, at })
    })
  }

  return {
    find: async (way: NoticeWay | undefined): Promise<PersonalNotice> => {
      const found = way && (await people.find(way, clock()))
      if (found === undefined) throw unusable()
      return found
    },
    /** P-NOTICE-2, P-NOTICE-3 */
    show: async (notice: PersonalNotice): Promise<PersonNotice> => {
      const { monitored, sources, steps } = await noticed(notice)
      const { tags, untagged } = await people.tags(notice.organisationId, monitored)
      const proofKey = proofKeyOf(notice)
      return {
        organizacao: notice.organisation,
        idioma: notice.language,
        acima: notice.above,
        abaixo: notice.below,
        fontes: sources.map((source) => ({
          titulo: source.titulo ?? source.fonte,
          dia: source.dia_informado === false ? null : source.dia,
          dados: source.dados,
          senha: source.numero_senhas + source.numero_hashes > 0,
        })),
        passos: steps.map((passo) => ({ passo, feito: notice.ticks.includes(passo) })),
        conferencia:
          proofKey === undefined || tags.length === 0
            ? null
            : {
                endereco: notice.address,
                chave: base64url(proofKey.publicKey),
                marcas: tags.map((tag) => base64url(Buffer.from(tag, 'hex'))),
                restantes: MAX_EVALUATIONS - notice.evaluations,
                parcial: untagged > 0,
              },
        resposta: notice.answer,
        pergunta: notice.sender !== null,
        parado: notice.isStopped,
        vale_ate: notice.expiresAt,
      }
    },
    open: (notice: PersonalNotice) => act(notice, { event: 'aberto' }, (on, at) => on.open(notice.id, at)),
    tick: async (notice: PersonalNotice, done: readonly string[]): Promise<void> => {
      const { steps } = await noticed(notice)
      await people.tick(
        notice.id,
        steps.filter((step) => done.includes(step)),
      )
    },
    /** The word is the browser's (P-NOTICE-4, P-NOTICE-5). */
    answer: async (notice: PersonalNotice, answer: NoticeAnswer): Promise<void> => {
      const isProof = answer === 'conferida' || answer === 'vazada'
      if (isProof && !(await people.hasEvaluated(notice.id))) throw new Problem(409, UNCHECKED)
      await act(notice, { event: 'respondido', answer }, (on, at) => on.answer(notice.id, answer, at))
    },
    /** M-NOTICE-4 */
    evaluate: async (notice: PersonalNotice, blinded: string) => {
      const proofKey = proofKeyOf(notice)
      if (proofKey === undefined) throw new Problem(409, UNPROVABLE)
      // First: broken elements cost an evaluation, too.
      const left = await people.countEvaluation(notice.linkHash)
      if (left === undefined) throw new Problem(409, EXHAUSTED)
      const done = proofKey.evaluate(Buffer.from(blinded, 'base64url'))
      if (done === undefined) throw new Problem(422, 'Este elemento não é do grupo ristretto255.')
      return { avaliado: base64url(done.evaluated), prova: base64url(done.proof), restantes: left }
    },
    /** P-NOTICE-6 */
    ask: async (notice: PersonalNotice, text: string): Promise<void> => {
      const { sender: to, address } = notice
      if (to === null) throw new Problem(409, NOBODY)
      const lines = plainText(text)
      if (lines === '') throw new Problem(422, 'Escreva a pergunta.')
      const allowed = await questions.consume(notice.id)
      if (!allowed.ok) throw tooManyRequests(allowed)
      await database.transaction(async (tx) => {
        const at = clock()
        const body = [
          `${address} pergunta sobre o aviso de vazamento que você enviou:`,
          lines,
          `Responda em uma nova mensagem para ${address}.`,
        ]
        const { id: noticeId, organisationId } = notice
        // The page without scripts sends a question again when it is reloaded.
        const onceKey = `question ${noticeId} ${createHash('sha256').update(lines).digest('base64url')}`
        const mail = { to, kind: 'notice-question', subject: 'Pergunta sobre um aviso', body, at, onceKey }
        if (await enqueueMail(tx, mail)) await tell(tx, { noticeId, organisationId, event: 'pergunta', at })
      })
    },
    stop: (notice: PersonalNotice, isStopped: boolean) =>
      act(notice, { event: isStopped ? 'parado' : 'retomado' }, (on, at) => on.stop(notice, isStopped, at)),
  }
}
export type PersonActs = ReturnType<typeof createPersonActs>
