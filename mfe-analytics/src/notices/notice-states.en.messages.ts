import type { TranslationOf } from '../language/translate.ts'
import type * as source from './notice-states.messages.ts'

export const noticeStates = {
  title: 'Notice',
  enviado: 'Notified',
  aberto: 'Notice opened',
  conferida: 'Changed, checked',
  declarada: 'Changed, says the person',
  vazada: 'Still leaked',
  'nao-e-meu': 'Says it is not theirs',
  'sem-resposta': 'No answer',
  devolvido: 'Notice bounced',
  lembrado: 'Reminder sent',
  pergunta: 'The person asked by email',
  parado: 'The person wants no more notices',
  retomado: 'The person accepts notices again',
} as const satisfies TranslationOf<typeof source.noticeStates>
