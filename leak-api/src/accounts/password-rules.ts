import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Characters of the shortest password. NIST SP 800-63B-4 section 3.1.1.2 asks for 15 where a password is all there is,
 * and for 8 beside a second factor. 8 is what today's clients promise their users (P-API-13).
 */
const MIN_PASSWORD_LENGTH = 8
/** A password of fewer different characters is a pattern: eight spaces, `abababab`. */
const MIN_DIFFERENT_CHARACTERS = 3
const MIN_WORD_LENGTH = 4

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Words that an attacker tries first for this account: its address, the parts of it, and the product's name. */
const wordsOf = (email: string, brand: string): string[] =>
  [email, ...email.split(/[@.+_-]/), email.split('@')[0] ?? '', brand.toLowerCase()].filter(
    (word) => word.length >= MIN_WORD_LENGTH,
  )

/** Without the digits and signs that are put at the end to satisfy rules of composition. */
const stem = (text: string) => text.replace(/[^\p{L}]+$/u, '')

export type NewPassword = { readonly password: string; readonly email: string; readonly brand: string }

/**
 * The reason why `password` is refused for a new account, in Portuguese; `undefined` when it is accepted (P-API-17).
 * There are no rules of composition. Characters are counted in Unicode code points, as NIST counts them.
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
