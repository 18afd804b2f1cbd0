import { createContext, useContext } from 'react'
import { formatNumber } from '../format/format-number.ts'

/** Portuguese; names in braces are parameters. */
const UI_TEXTS = {
  close: 'Fechar',
  retry: 'Tentar de novo',
  reload: 'Carregar de novo',
  more: 'Mais ações',
  expand: 'Expandir',
  collapse: 'Recolher',
  fullscreen: 'Tela cheia',
  restore: 'Restaurar',
  locked: 'Fixo',
  closed: 'Fechados',
  closedWidgets: 'Widgets fechados',
  reopen: 'Reabrir {title}',
  previous: 'Anterior',
  next: 'Próxima',
  page: 'Página {page} de {pages}',
  pageShort: '{page} de {pages}',
  asTable: 'Ver como tabela',
  asPlot: 'Ver como gráfico',
  errorCode: 'Código do erro',
  copyCode: 'Copiar código',
  codeCopied: 'Código copiado',
  dateForm: 'dd/mm/aaaa',
  dateTimeForm: 'dd/mm/aaaa hh:mm',
  dateWrong: 'Informe um dia como 27/11/2026.',
  dateTimeWrong: 'Informe dia e hora como 27/11/2026 09:30.',
  dateEarly: 'Não pode ser antes de {day}.',
  dateLate: 'Não pode ser depois de {day}.',
  calendar: 'Abrir calendário',
  monthBefore: 'Mês anterior',
  monthAfter: 'Próximo mês',
  months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  weekdays: 'segunda terça quarta quinta sexta sábado domingo',
  chooseFile: 'Escolher arquivo',
  chooseFiles: 'Escolher arquivos',
  noFile: 'Nada escolhido',
} as const

export type UiTextName = keyof typeof UI_TEXTS

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Given<Name extends UiTextName> = Names<(typeof UI_TEXTS)[Name]>

export type UiTextValues = Readonly<Record<string, string | number>>

export interface UiLanguage {
  /** Like `formatNumber`, in this language. */
  readonly number: (value: number | undefined) => string
  readonly text: (name: UiTextName, values: UiTextValues) => string
}

/** Default language. */
export const portugueseUi: UiLanguage = {
  number: formatNumber,
  text: (name, values) => UI_TEXTS[name].replace(/\{(\w+)\}/g, (_, key: string) => String(values[key])),
}

/** Default: {@link portugueseUi}. */
export const UiLanguageContext = createContext(portugueseUi)

/** Needs a value for each parameter of the text. */
export type UiText = <Name extends UiTextName>(
  name: Name,
  ...values: [Given<Name>] extends [never] ? [] : [values: Readonly<Record<Given<Name>, string | number>>]
) => string

export const useUiText = (): UiText => {
  const { text } = useContext(UiLanguageContext)
  return (name, ...[values]) => text(name, values ?? {})
}
