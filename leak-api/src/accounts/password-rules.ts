import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * NIST SP 800-63B-4 section 3.1.1.2: 15 characters for a password alone, 8 with a second factor.
 * Today's clients promise their users 8 (P-API-13).
 */
const MIN_PASSWORD_LENGTH = 8
/** Fewer different characters make a pattern: eight spaces, `abababab`. */
const MIN_DIFFERENT_CHARACTERS = 3
const MIN_WORD_LENGTH = 4

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

const wordsOf = (email: string, brand: string): string[] =>
  [email, ...email.split(/[@.+_-]/), email.split('@')[0] ?? '', brand.toLowerCase()].filter(
    (word) => word.length >= MIN_WORD_LENGTH,
  )

/** Removes final digits and signs, which people add for composition rules. */
const stem = (text: string) => text.replace(/[^\p{L}]+$/u, '')

export type NewPassword = { readonly password: string; readonly email: string; readonly brand: string }

/**
 * Returns the reason for a refusal, in Portuguese; `undefined`: accepted. Has no composition rules.
 * Counts Unicode code points, like NIST (P-API-17).
 */
export const refusePassword = ({ password, email, brand }: NewPassword): string | undefined => {
  const text = password.normalize('NFC').toLowerCase()
  const characters = [...text]
  if (characters.length < MIN_PASSWORD_LENGTH)
    return `A senha precisa ter pelo menos ${MIN_PASSWORD_LENGTH} caracteres.`
  if (new Set(characters).size < MIN_DIFFERENT_CHARACTERS)
    return 'Esta senha repete sempre os mesmos caracteres. Escolha outra, por exemplo uma frase.'
  if (common.has(text)) return 'Esta senha está entre as mais usadas e é fácil de adivinhar. Escolha outra.'
  const words = wordsOf(email, brand)
  if (words.includes(text) || words.includes(stem(text)))
    return 'A senha não pode ser o seu e-mail, uma parte dele ou o nome deste serviço. Escolha outra.'
  return undefined
}
