import { serverMessage, type HttpFailure } from '@atalaia/contracts'
import { portuguese, portugueseFormatters } from '../language/portuguese.ts'
import { createTranslate } from '../language/translate.ts'
import { addresses } from './addresses.messages.ts'

export const t = createTranslate<typeof addresses>(portuguese.locale, addresses, portugueseFormatters)
export const { date, number } = portuguese

/** The reason of a failed call: the server's own words where it gave some. */
export const reasonText = (failure: HttpFailure): string =>
  failure.kind === 'status' ? (serverMessage(failure.body) ?? t('failed.status')) : t(`failed.${failure.kind}`)
