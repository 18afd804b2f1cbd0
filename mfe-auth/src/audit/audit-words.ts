import { ROLE_LABELS, ROLES, TIME_ZONE } from '@atalaia/contracts'
import type { AuditRow } from '@atalaia/contracts/audit'

/** Kinds of actors as people read them, for filters and for rows without a name. */
export const ACTOR_LABELS: Readonly<Record<AuditRow['ator']['tipo'], string>> = {
  account: 'Conta excluída',
  portal: 'Portal',
  key: 'Chave de API',
  operator: 'Operador do serviço',
  system: 'O próprio serviço',
  unknown: 'Alguém sem se identificar',
}

/** The one who acted: the name while it is kept, else the kind. */
export const actorText = ({ tipo, nome, id }: AuditRow['ator']): string => {
  if (tipo === 'account') return nome ?? ACTOR_LABELS.account
  if (tipo === 'portal') return nome === undefined ? ACTOR_LABELS.portal : `${nome}, por um portal`
  return tipo === 'key' && id !== undefined ? `${ACTOR_LABELS.key} ${id.slice(0, 8)}` : ACTOR_LABELS[tipo]
}

/** The target of the act. */
export const targetText = ({ alvo }: AuditRow): string => {
  if (alvo === undefined) return ''
  const { nome, nome_anterior: former } = alvo
  if (nome === undefined) return alvo.tipo === 'account' || alvo.tipo === 'mailbox' ? ACTOR_LABELS.account : ''
  return former === undefined ? nome : `${former} → ${nome}`
}

const FACTS: Readonly<Record<string, string>> = {
  cases: 'casos',
  count: 'quantos',
  decision: 'decisão',
  digest: 'resumo',
  done: 'feito',
  enabled: 'ligada',
  enforced: 'obrigatória',
  excepted: 'exceção',
  format: 'formato',
  frequency: 'frequência',
  from: 'de',
  issuer: 'provedor',
  items: 'itens',
  keptUntil: 'guardado até',
  known: 'conhecido em',
  labelled: 'com a etiqueta',
  least: 'gravidade mínima',
  left: 'restam',
  occasion: 'ocasião',
  reason: 'motivo',
  required: 'exigida',
  role: 'papel',
  rows: 'linhas',
  scope: 'permissões',
  sha256: 'SHA-256',
  small: 'pequeno porte',
  source: 'fonte',
  state: 'estado',
  step: 'passo',
  title: 'nome',
  toldAnpd: 'comunicado à ANPD em',
  toldPeople: 'comunicado aos titulares em',
  to: 'até',
  trustsAddresses: 'confia nos emails',
  until: 'em',
  version: 'versão',
}
/** Facts that say nothing to a person. */
const HIDDEN = ['kind', 'fault', 'by']
const VALUES: Readonly<Record<string, string>> = {
  true: 'sim',
  false: 'não',
  password: 'senha errada',
  'second-factor': 'segunda etapa errada',
  company: 'só pela empresa',
  ...Object.fromEntries(ROLES.map((role) => [role, ROLE_LABELS[role]])),
}

const valueText = (value: string): string =>
  VALUES[value] ?? (/^\d{4}-\d{2}-\d{2}T/.test(value) ? timeText(value) : value)

/** Facts before and after: 'papel: Leitor → Analista'. */
export const factsText = ({ antes = {}, depois = {} }: AuditRow): string =>
  [...new Set([...Object.keys(antes), ...Object.keys(depois)])]
    .filter((name) => !HIDDEN.includes(name))
    .flatMap((name) => {
      const [before, after] = [antes[name], depois[name]].map((value) => (value === undefined ? '' : valueText(value)))
      const values = [before, after].filter(Boolean).join(' → ')
      return values === '' ? [] : [`${FACTS[name] ?? name}: ${values}`]
    })
    .join(', ')

/** '23/11/2026 09:41:07', São Paulo's. */
export const timeText = (instant: string): string =>
  new Date(instant)
    .toLocaleString('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })
    .replace(',', '')
