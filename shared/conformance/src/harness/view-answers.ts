import type { Exposure } from '@atalaia/contracts'
import type { WebhookDelivery, Webhook } from '@atalaia/contracts/alerts'
import { newCase, type AddressCases, type CaseDetail, type CasePage, type ListedCase } from '@atalaia/contracts/cases'
import { exposureOf } from '@atalaia/contracts/testing'

export const ANA = 'ana@portal.example'
export const BIA = 'bia@portal.example'
export const SOURCE = 'forum'
const TITLE = 'Fórum de teste'
export const WEBHOOK = 'Plantão'

const DAY = '2026-01-15'
const NOW = `${DAY}T12:00:00Z`
const severity: Exposure['gravidade'] = { nivel: 'alta', pontos: 40, motivos: [] }
const NEW = newCase(SOURCE)
const listed = (id: string, email: string): ListedCase => ({
  ...NEW,
  endereco: id,
  email,
  titulo: TITLE,
  visto_por_ultimo: DAY,
  gravidade: severity,
})
const rows = [listed('1', ANA), listed('2', BIA)]

const casesIn = (query: URLSearchParams): CasePage => {
  const found = rows.filter(({ email }) => email.includes(query.get('busca') ?? ''))
  return {
    encontrados: found.length,
    abertos: rows.length,
    todos: rows.length,
    linhas: found,
    fontes: [{ fonte: SOURCE, titulo: TITLE }],
    pessoas: [],
    pode_mudar: false,
    cobertura: { fontes: 1, atualizado_em: NOW },
  }
}

const exposure = exposureOf({
  id: '1',
  email: ANA,
  gravidade: severity,
  source: SOURCE,
  title: TITLE,
  day: DAY,
  at: NOW,
})
const ofAddress: AddressCases = { casos: [], pessoas: [], pode_mudar: true }
const detail: CaseDetail = { caso: NEW, passos: [], historico: [] }
const changed: CaseDetail = { ...detail, caso: { ...NEW, estado: 'tratado', versao: 1, mudado_em: NOW } }

const webhook: Webhook = {
  id: '1',
  nome: WEBHOOK,
  endereco: 'https://portal.example/…a1b2',
  modelo: 'atalaia',
  gravidade_minima: 'alta',
  ativo: true,
  criado_em: NOW,
  segredo_anterior_ate: null,
  esperando: 0,
  desistidas: 0,
}
const deliveries: readonly WebhookDelivery[] = []

type Asked = { readonly method: string; readonly path: string; readonly query: string }
type Answered = { readonly status: number; readonly json: unknown }
type View = {
  readonly path: RegExp
  readonly scope: string
  readonly answer: (asked: Asked) => unknown
}

const IS_ANA = /^\/emails\/(1|ana%40portal\.example)(\/|$)/
const VIEWS: readonly View[] = [
  { path: /^\/casos$/, scope: 'cases:read', answer: ({ query }) => casesIn(new URLSearchParams(query)) },
  { path: /^\/emails\/[^/]+$/, scope: 'addresses:read', answer: () => exposure },
  { path: /^\/emails\/[^/]+\/casos$/, scope: 'cases:read', answer: () => ofAddress },
  {
    path: /^\/emails\/[^/]+\/caso$/,
    scope: 'cases:read',
    answer: ({ method }) => (method === 'POST' ? changed : detail),
  },
  { path: /^\/webhooks$/, scope: 'alerts:read', answer: () => ({ webhooks: [webhook] }) },
  { path: /^\/webhooks\/1\/entregas$/, scope: 'alerts:read', answer: () => ({ entregas: deliveries }) },
]

const refused = (status: number, detailText: string): Answered => ({ status, json: { status, detail: detailText } })

export const answerOfView = (asked: Asked, scopes: readonly string[]): Answered | undefined => {
  const { method, path } = asked
  const view = VIEWS.find((each) => each.path.test(path))
  if (!view) return undefined
  if (!scopes.includes(method === 'POST' ? 'cases:change' : view.scope)) return refused(403, 'Sem permissão.')
  if (path.startsWith('/emails/') && !IS_ANA.test(path)) return refused(404, 'Não está entre os monitorados.')
  return { status: 200, json: view.answer(asked) }
}
