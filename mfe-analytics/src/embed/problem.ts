import type { AnalyticsErrorCode, AnalyticsEventMap, HttpFailure } from '@atalaia/contracts'

/** A reason why the embed cannot show what it should. `message` is for the portal's developers, in English. */
export type Problem = AnalyticsEventMap['error']['detail']

type Text = { readonly title: string; readonly text: string }

const TEXTS: Readonly<Record<AnalyticsErrorCode, Text>> = {
  'missing-token': {
    title: 'Falta o acesso ao painel',
    text: 'Esta página ainda não informou a sua identificação. Recarregue-a ou entre de novo no portal.',
  },
  'invalid-token': {
    title: 'O acesso não foi aceito',
    text: 'A identificação informada por esta página não vale para este painel. Avise o responsável pelo portal.',
  },
  'session-expired': {
    title: 'O seu acesso expirou',
    text: 'Entre de novo no portal para continuar.',
  },
  'api-unreachable': {
    title: 'Não foi possível falar com o servidor',
    text: 'A sua conexão pode ter caído, ou esta página não tem acesso ao servidor. Se continuar, avise o responsável pelo portal.',
  },
  forbidden: {
    title: 'Sem permissão',
    text: 'O seu acesso não permite ver estes dados. Avise o responsável pelo portal.',
  },
  'api-error': {
    title: 'O servidor não respondeu como devia',
    text: 'Tente de novo em alguns instantes. Se continuar, avise o responsável pelo portal.',
  },
  internal: {
    title: 'Algo deu errado neste painel',
    text: 'O resto da página continua funcionando.',
  },
}

/** The title and the sentence that a person reads in the place of the dashboard. */
export const problemText = (code: AnalyticsErrorCode): Text => TEXTS[code]

/** The cause of a failed call, as far as a browser tells a page, for the portal's developers. */
export const problemOf = (failure: HttpFailure, { href }: URL): Problem => {
  if (failure.kind === 'malformed')
    return { code: 'api-error', message: `${href}: the answer is not the API's: is this the API's address?` }
  if (failure.kind === 'status') return problemOfStatus(failure.status, href)
  if (failure.kind === 'timeout') return { code: 'api-unreachable', message: `${href} did not answer in time` }
  if (globalThis.navigator?.onLine === false)
    return { code: 'api-unreachable', message: `${href} was not reached: the browser is offline` }
  const { origin } = globalThis.location
  const causes = `the organisation has not allowed the origin ${origin}, or the page's connect-src forbids it`
  return { code: 'api-unreachable', message: `${href} does not answer (${failure.kind}), or ${causes}` }
}

const problemOfStatus = (status: number, href: string): Problem => {
  if (status === 403) return { code: 'forbidden', message: `${href}: the token's scope does not allow this (403)` }
  if (status === 404 || status === 405)
    return { code: 'api-error', message: `${href}: status ${status}: is this the API's address?` }
  if (status === 429)
    return { code: 'api-error', message: `${href}: too many calls with this token (429); wait a minute` }
  const fault = status >= 500 ? ': a fault of the server, not of the page' : ''
  return { code: 'api-error', message: `${href}: status ${status}${fault}` }
}
