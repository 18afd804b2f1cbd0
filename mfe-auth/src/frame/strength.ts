import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as portuguese, translations } from '@zxcvbn-ts/language-pt-br'

/** Longer ones are strong by their length; the work grows with it. */
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
  /** 0 to 4: how many guesses it takes, by orders of magnitude. */
  readonly score: number
  /** The reason why it is weak, in Portuguese; '' where it is not. */
  readonly warning: string
}

/** The strength of a password against somebody who knows `words` of its person (P-REGISTER-14). */
export const strengthOf = (password: string, words: readonly string[]): Strength => {
  const { score, feedback } = zxcvbn.check(password.slice(0, MAX_LENGTH), [...words])
  return { score, warning: feedback.warning ?? '' }
}
