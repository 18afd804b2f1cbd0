import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as portuguese, translations } from '@zxcvbn-ts/language-pt-br'

/** Longer passwords are strong by length; the work grows with it. */
const MAX_LENGTH = 100

/** The library's own sentence is no Portuguese. */
const texts = {
  ...translations,
  warnings: {
    ...translations.warnings,
    userInputs: 'A senha não deve conter dados pessoais, como seu nome ou e-mail.',
  },
}

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...portuguese },
  graphs: adjacencyGraphs,
  translations: texts,
})

export type Strength = {
  /** 0 to 4, by orders of magnitude of guesses. */
  readonly score: number
  /** Reason in Portuguese; '' for a strong password. */
  readonly warning: string
}

/** Strength against an attacker who knows the person's `words` (P-REGISTER-14). */
export const strengthOf = (password: string, words: readonly string[]): Strength => {
  const { score, feedback } = zxcvbn.check(password.slice(0, MAX_LENGTH), [...words])
  return { score, warning: feedback.warning ?? '' }
}
