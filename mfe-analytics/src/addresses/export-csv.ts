import type { ListedAddress } from '@atalaia/contracts'
import { wordsFor } from '../address/address-words.ts'
import { date, t } from './addresses-words.ts'

/** Signs with which spreadsheets begin a formula: a cell that begins with one is shown as a text. */
const FORMULA = /^[=+\-@\t\r]/

const cellOf = (value: string | number): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The rows as a CSV file with a head, in the form that Portuguese spreadsheets open. */
export const addressesCsv = (rows: readonly ListedAddress[]): string => {
  const head = [t('email'), t('labels'), t('seen'), t('severity'), t('points'), t('leaks'), t('passwords'), t('added')]
  const lines = rows.map((row) => [
    row.email,
    row.etiquetas.join(', '),
    row.visto_por_ultimo === null ? '' : date(row.visto_por_ultimo),
    row.aguarda ? t('waits') : wordsFor(row.gravidade.nivel),
    row.gravidade.pontos,
    row.numero_vazamentos,
    row.numero_senhas,
    date(row.adicionado_em),
  ])
  return [head, ...lines].map((line) => `${line.map(cellOf).join(';')}\r\n`).join('')
}
