import { formatDate } from '@atalaia/ui'
import { ROLE_LABELS, ROLES, TIME_ZONE } from '@atalaia/contracts'
import type { AuditRow } from '@atalaia/contracts/audit'

export const ACTOR_LABELS: Readonly<Record<AuditRow['ator']['tipo'], string>> = {
  account: 'Conta excluída',
  portal: 'Portal',
  key: 'Chave de API',
  operator: 'Operador do serviço',
  system: 'Sistema',
  unknown: 'Alguém sem se identificar',
}

/** The name while it is kept, else the kind. */
export const actorText = ({ tipo, nome, id }: AuditRow['ator']): string => {
  if (tipo === 'account') return nome ?? ACTOR_LABELS.account
  if (tipo === 'portal') return nome === undefined ? ACTOR_LABELS.portal : `${nome}, por um portal`
  return tipo === 'key' && id !== undefined ? `${ACTOR_LABELS.key} ${id.slice(0, 8)}` : ACTOR_LABELS[tipo]
}

export const targetText = ({ alvo }: AuditRow): string => {
  if (alvo === undefined) return ''
  const { nome, nome_anterior: former } = alvo
  if (nome === undefined) return alvo.tipo === 'account' || alvo.tipo === 'mailbox' ? ACTOR_LABELS.account : ''
  return former === undefined ? nome : `${former} → ${nome}`
}

/** The names of facts as people read them. A fact that is not here says nothing to a person, and is not shown. */
const FACTS: Readonly<Record<string, string>> = {
  active: 'ativo',
  bytes: 'tamanho em bytes',
  cases: 'casos',
  channel: 'canal',
  count: 'quantidade',
  decision: 'decisão',
  digest: 'código de conferência',
  done: 'feito',
  enabled: 'ligada',
  enforced: 'obrigatória',
  excepted: 'exceção',
  finalidade: 'finalidade',
  format: 'formato',
  frequency: 'frequência',
  from: 'de',
  horas: 'horas',
  issuer: 'provedor',
  items: 'itens',
  keptUntil: 'guardado até',
  known: 'conhecido em',
  labelled: 'com a etiqueta',
  least: 'gravidade mínima',
  left: 'restam',
  motivo: 'motivo',
  occasion: 'ocasião',
  origin: 'endereço',
  reason: 'motivo',
  required: 'exigida',
  role: 'papel',
  rows: 'linhas',
  scope: 'permissões',
  sha256: 'código de conferência',
  small: 'pequeno porte',
  source: 'fonte',
  state: 'estado',
  step: 'passo',
  template: 'modelo',
  title: 'nome',
  toldAnpd: 'comunicado à ANPD em',
  toldPeople: 'comunicado aos titulares em',
  to: 'até',
  trustsAddresses: 'confia nos e-mails',
  until: 'em',
  version: 'versão',
  acoes_de_portais: 'ações de portais, em dias',
  nomes_na_auditoria: 'nomes na auditoria, em dias',
  relatorios: 'relatórios, em dias',
}
const VALUES: Readonly<Record<string, string>> = {
  true: 'sim',
  false: 'não',
  password: 'senha errada',
  'second-factor': 'segunda etapa errada',
  company: 'só pela empresa',
  mensal: 'relatório mensal',
  pedido: 'pedido no painel',
  nunca: 'nunca',
  imediata: 'na hora',
  diaria: 'todo dia',
  semanal: 'toda segunda-feira',
  baixa: 'baixa',
  media: 'média',
  alta: 'alta',
  critica: 'crítica',
  push: 'notificações do navegador',
  novo: 'a tratar',
  'em-andamento': 'em andamento',
  tratado: 'tratado',
  'nao-e-nosso': 'não é nosso',
  aceito: 'risco aceito',
  ...Object.fromEntries(ROLES.map((role) => [role, ROLE_LABELS[role]])),
}

const DIGEST_SHOWN = 8

const valueText = (value: string): string => {
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return timeText(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value)
  return VALUES[value] ?? (/^[\da-f]{64}$/.test(value) ? value.slice(0, DIGEST_SHOWN) : value)
}

/** 'papel: Leitor → Analista'. */
export const factsText = ({ antes = {}, depois = {} }: AuditRow): string =>
  [...new Set([...Object.keys(antes), ...Object.keys(depois)])]
    .flatMap((name) => {
      const [before, after] = [antes[name], depois[name]].map((value) => (value === undefined ? '' : valueText(value)))
      const values = [before, after].filter(Boolean).join(' → ')
      const title = FACTS[name]
      return values === '' || title === undefined ? [] : [`${title}: ${values}`]
    })
    .join(', ')

/** São Paulo's '23/11/2026 09:41:07'. */
export const timeText = (instant: string): string =>
  new Date(instant)
    .toLocaleString('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })
    .replace(',', '')
