import { emailAddressSchema } from '@atalaia/contracts'

/** Returns an error or `undefined`. `all` has all fields' values. */
export type Rule = (value: string, all: Readonly<Record<string, string>>) => string | undefined

export const required: Rule = (value) => (value.trim() ? undefined : 'Preencha este campo.')

export const minLength =
  (least: number): Rule =>
  (value) =>
    value.length < least ? `Use pelo menos ${least} caracteres.` : undefined

export const email: Rule = (value) =>
  emailAddressSchema.safeParse(value).success ? undefined : 'Informe um email válido, como nome@empresa.com.br.'

export const number: Rule = (value) => (asNumber(value) === undefined ? 'Informe um número.' : undefined)

export const range =
  (least: number, most: number): Rule =>
  (value) => {
    const given = asNumber(value)
    return given === undefined || given < least || given > most ? `Informe um número de ${least} a ${most}.` : undefined
  }

export const equals =
  (other: string, text: string): Rule =>
  (value, all) =>
    value === all[other] ? undefined : text

export const url: Rule = (value) => {
  const text = value.trim()
  const isWeb = /^https?:\/\/[^/]+\.[^/]+/i.test(text) && URL.canParse(text)
  return isWeb ? undefined : 'Informe um endereço completo, como https://exemplo.com.br.'
}

export const firstError = (
  rules: readonly Rule[],
  value: string,
  all: Readonly<Record<string, string>>,
): string | undefined => {
  for (const rule of rules) {
    const error = rule(value, all)
    if (error) return error
  }
  return undefined
}

/** Accepts a decimal comma or point. */
const asNumber = (text: string): number | undefined =>
  /^\s*-?\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : undefined

/** Checks only the length: the masked field checks the form. */
export const matches =
  (mask: string): Rule =>
  (value) =>
    value.length === mask.length ? undefined : `Complete o campo, como ${mask.replaceAll('#', '0')}.`
