import type { AnalyticsErrorCode, AnalyticsEventMap } from '@atalaia/contracts'

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
