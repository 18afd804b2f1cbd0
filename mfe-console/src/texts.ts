import {
  AUDIENCE_KINDS,
  readReason,
  ROLLOUT_OF,
  type Audience,
  type CanaryVerdict,
  type Freeze,
  type GrantChange,
  type GatewayReason,
  type Move,
  type Plan,
  type Rollout,
  type RolloutAct,
  type VerdictReason,
} from '@atalaia/artifact/rows'
import { formatNumber } from '@atalaia/ui'

const instant = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium' })
export const timeText = (at: string): string => instant.format(new Date(at))

const decimal = (value: number): string => value.toFixed(1).replace('.', ',')
export const percentText = (share: number): string => `${decimal(share * 100)} %`

export const STATUS_TEXT: Readonly<Record<Rollout['status'], string>> = {
  running: 'em andamento',
  paused: 'pausada',
  done: 'concluída',
  aborted: 'desfeita por uma pessoa',
  stopped: 'desfeita pelo gateway',
  overtaken: 'substituída por outra mudança',
}

export const ACT_TEXT: Readonly<Record<RolloutAct['act'], string>> = {
  started: 'começou',
  stepped: 'avançou',
  paused: 'foi pausada',
  resumed: 'foi retomada',
  done: 'chegou a todos',
  aborted: 'foi desfeita',
  stopped: 'foi desfeita pelo gateway',
  overtaken: 'foi substituída',
}

/** The shell's kernel names the phases. */
const PHASE_TEXT: Readonly<Record<string, string>> = {
  descriptor: 'descritor',
  contract: 'contrato',
  'shared modules': 'módulos compartilhados',
  'entry script': 'script de entrada',
  module: 'módulo',
  activate: 'ativação',
  chunk: 'arquivo da tela',
  render: 'renderização',
  event: 'evento',
  unknown: 'desconhecida',
  other: 'outra',
}
export const phaseText = (phase: string): string => PHASE_TEXT[phase] ?? phase

export const moveText = ({ action, version, previous, candidate, percent }: Move): string => {
  if (action === 'canary') return `canário ${candidate ?? ''} para ${percent ?? 0} %`
  if (action === 'promote') return `${version ?? ''} para todos`
  return `voltou de ${previous ?? 'nada'} para ${version ?? 'nada publicado'}`
}

/** A person, or the gateway with the owner of its rollout. */
export const whoText = (who: string): string =>
  who.startsWith(ROLLOUT_OF) ? `gateway, na distribuição de ${who.slice(ROLLOUT_OF.length)}` : who

type Figures = Pick<VerdictReason, 'canary' | 'stable' | 'phase' | 'metric'>

/** Compared measures, without failures. */
export const MEASURE_TEXT = {
  calls: 'Chamadas à API com falha',
  lcp: 'Primeira pintura lenta (LCP)',
  cls: 'Página que se desloca (CLS)',
  inp: 'Resposta lenta ao uso (INP)',
} as const

const DID_TEXT: Readonly<Record<NonNullable<VerdictReason['metric']>, string>> = {
  failures: 'falhou',
  calls: 'teve chamadas à API com falha',
  lcp: 'demorou a pintar',
  cls: 'deslocou a página',
  inp: 'demorou a responder',
}

const countText = ({ failed, seen }: { readonly failed: number; readonly seen: number }): string =>
  `${formatNumber(failed)} de ${formatNumber(seen)} navegadores`

const comparisonText = ({ canary, stable, phase, metric = 'failures' }: Figures): string => {
  const where = phase ? ` (na fase “${phaseText(phase.name)}”: ${formatNumber(phase.failed)})` : ''
  const did = DID_TEXT[metric]
  return `A ${canary.version} ${did} em ${countText(canary)}${where}, e a ${stable.version} ${did} em ${countText(stable)} no mesmo período`
}

const VERDICT_TEXT: Readonly<Record<CanaryVerdict['status'], string>> = {
  worse: 'A versão é pior.',
  unclear: 'Pode ser pior: faltam relatos para decidir.',
  fine: 'Nada indica que seja pior.',
  unknown: 'Ainda são poucos relatos para comparar.',
}
export const verdictStatusText = (status: CanaryVerdict['status']): string => VERDICT_TEXT[status]

const withTimes = (figures: Figures, status: CanaryVerdict['status'], times: number | undefined): string => {
  const more = times === undefined ? '' : `: ao menos ${decimal(times)} vezes mais`
  return `${comparisonText(figures)}${more}. ${VERDICT_TEXT[status]}`
}

export const verdictText = (verdict: CanaryVerdict): string => {
  const { status, phases, decidedBy, measures = [] } = verdict
  const measured = measures.find(({ metric }) => metric === decidedBy)
  const { canary, stable, ratio } = measured ?? verdict
  const [most] = measured ? [] : phases
  const phase = most && canary.failed > 0 ? { name: most.phase, failed: most.canary } : undefined
  return withTimes(
    { canary, stable, phase, metric: measured?.metric },
    status,
    status === 'worse' && ratio.low > 1 ? ratio.low : undefined,
  )
}

const GATEWAY = 'gateway'

/**
 * Translates the gateway's reasons by kind. A person's text stays unchanged, even if it imitates
 * them (M-CONSOLE-4).
 */
export const reasonText = (text: string, who = GATEWAY): string => {
  const reason = who === GATEWAY || who.startsWith(ROLLOUT_OF) ? readReason(text) : undefined
  return reason ? gatewayReasonText(reason) : text
}

const gatewayReasonText = (reason: GatewayReason): string => {
  switch (reason.kind) {
    case 'verdict':
      return withTimes(reason, reason.status, reason.times)
    case 'failed':
      return `${countText(reason.of)} não conseguiram abrir a ${reason.version}.`
    case 'crashed':
      return `${countText(reason.of)} viram uma tela da ${reason.version} quebrar.`
    case 'frozen':
      return `Congelado por “${reason.name}” até ${timeText(reason.until)}.`
    case 'alone':
      return 'Não há outra versão com que comparar.'
    case 'step': {
      const { step, steps, because } = reason
      return `Passo ${step} de ${steps}: ${typeof because === 'string' ? because : gatewayReasonText(because)}`
    }
  }
}

export const PLAN_TEXT: Readonly<Record<Plan['status'], string>> = {
  asked: 'espera a aprovação de outra pessoa',
  planned: 'marcada para',
  done: 'feita',
  refused: 'recusada pelo portão',
  declined: 'recusada por outra pessoa',
  cancelled: 'cancelada',
  missed: 'perdida: nenhum gateway estava no ar na hora',
  expired: 'ninguém aprovou a tempo',
}

const AUDIENCE_TEXT = { org: 'organização', role: 'papel', region: 'região', header: 'cabeçalho' } as const

/** `organização 12 e região BR`. */
export const audienceText = (audience: Audience): string =>
  AUDIENCE_KINDS.flatMap((kind) => {
    const values = audience[kind]
    return values ? [`${AUDIENCE_TEXT[kind]} ${values.join(' ou ')}`] : []
  }).join(' e ')

const DAY_TEXT: Readonly<Record<string, string>> = {
  sun: 'domingo',
  mon: 'segunda',
  tue: 'terça',
  wed: 'quarta',
  thu: 'quinta',
  fri: 'sexta',
  sat: 'sábado',
}
/** Takes the day names of freezes. */
export const dayText = (day: string): string => DAY_TEXT[day] ?? day

/** `fri 16:00` as `sexta, 16:00`. */
const weekTimeText = (time: string): string => time.replace(/^\w+ /, (day) => `${dayText(day.trim())}, `)

export const freezeTimeText = ({ starts, ends, weekly }: Freeze): string =>
  weekly
    ? `toda semana de ${weekTimeText(weekly.from)} até ${weekTimeText(weekly.to)} (${weekly.zone})`
    : `de ${timeText(starts ?? '')} até ${timeText(ends ?? '')}`

export const GRANT_TEXT: Readonly<Record<string, string>> = {
  token: 'O token da sessão',
  api: 'Chamar toda a API',
  'api:leaks:read': 'Ler vazamentos pela API',
  'api:emails:add': 'Adicionar endereços pela API',
  'api:dashboard': 'Ler e mudar o que o dashboard mostra',
  'public-routes': 'Rotas públicas',
  'catch-all-routes': 'Rotas com *',
  'any-address-routes': 'Rotas para qualquer endereço',
  widgets: 'Widgets em páginas de outros remotos',
}
/** Returns an unknown right's name. */
export const grantText = (name: string): string => GRANT_TEXT[name] ?? name

const RIGHTS_ACT_TEXT: Readonly<Record<GrantChange['act'], string>> = {
  granted: 'concedeu',
  revoked: 'revogou',
  owned: 'reservou',
  released: 'liberou',
}
export const rightsActText = (act: GrantChange['act']): string => RIGHTS_ACT_TEXT[act]
