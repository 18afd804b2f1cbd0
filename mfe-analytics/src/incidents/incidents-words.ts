import { saoPauloDay, TIME_ZONE } from '@atalaia/contracts'
import {
  INCIDENT_ITEMS,
  INCIDENT_PART_NAMES,
  MAX_INCIDENT_CASES,
  type GatherOutcome,
} from '@atalaia/contracts/incidents'
import { createPageWords } from '../language/page-words.ts'
import { incidents } from './incidents.messages.ts'

const useWords = createPageWords({ 'pt-BR': incidents })

const ENDS = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

const FIELDS = [
  'nome',
  'situacao',
  'conhecido_em',
  'pequeno_porte',
  'decisao',
  'decisao_motivos',
  'decisao_por',
  'decisao_em',
  'anpd_em',
  'anpd_protocolo',
  'titulares_em',
  'titulares_meios',
  'complemento_em',
  'declaracao_em',
  'casos',
] as const

/** Items and documents of the regulation are Portuguese in each language. */
export const useIncidentsWords = () => {
  const words = useWords()
  const { t } = words
  return {
    ...words,
    /** '34 casos incluídos, 2 já estavam neste incidente.': the numbers add up to the named cases. */
    gatheredText: ({ incluidos, repetidos, sem_lugar: left, ausentes: missing }: GatherOutcome): string => {
      const others = [
        ...(repetidos > 0 ? [t('gathered.known', { count: repetidos })] : []),
        ...(left > 0 ? [t('gathered.full', { count: left, most: MAX_INCIDENT_CASES })] : []),
        ...(missing > 0 ? [t('gathered.missing', { count: missing })] : []),
      ]
      return `${[t('gathered.included', { count: incluidos }), ...others].join(', ')}.`
    },
    /** 'ter., 1º dez., 23:59', in São Paulo. */
    endText: (iso: string): string => {
      const parts = ENDS.formatToParts(new Date(iso))
      const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
      const day = part('day') === '1' ? '1º' : part('day')
      return `${part('weekday')}, ${day} ${part('month')}, ${part('hour')}:${part('minute')}`
    },
    fieldName: (field: string): string => {
      const item = INCIDENT_ITEMS.find(({ chave }) => chave === field)
      if (item) return `${INCIDENT_PART_NAMES[item.parte].titulo} ${item.numero}`
      const known = FIELDS.find((one) => one === field)
      return known ? t(`field.${known}`) : field
    },
  }
}

/** São Paulo's `2026-11-23T09:41`; '' for none. */
export const fieldOf = (iso: string | null): string =>
  iso === null ? '' : new Date(iso).toLocaleString('sv-SE', { timeZone: TIME_ZONE }).slice(0, 16).replace(' ', 'T')

/** `null` for none. São Paulo has had no summer time since 2019. */
export const instantOf = (field: string): string | null => {
  const instant = new Date(`${field}:00-03:00`)
  return field === '' || Number.isNaN(instant.getTime()) ? null : instant.toISOString()
}

export const nowField = (): string => fieldOf(new Date().toISOString())
export const todayField = (): string => saoPauloDay()
