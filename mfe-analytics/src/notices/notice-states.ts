import type { SentNotice } from '@atalaia/contracts/notices'
import { createPageWords } from '../language/page-words.ts'
import { noticeStates } from './notice-states.messages.ts'

const useWords = createPageWords({
  'pt-BR': noticeStates,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './notice-states.en.messages.ts')).noticeStates,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './notice-states.es.messages.ts')).noticeStates,
})

const isKnown = (state: string): state is keyof typeof noticeStates => Object.hasOwn(noticeStates, state)

/** P-NOTICE-48 */
export const useNoticeStates = () => {
  const { t } = useWords()
  return {
    noticeTitle: t('title'),
    /** An unknown state is shown unchanged. */
    noticeName: (state: string): string => (isKnown(state) ? t(state) : state),
  }
}

/** An answer, else the last thing that happened to the mail. */
export const noticeState = ({
  resposta,
  aberto_em: openedAt,
  devolvido_em: bouncedAt,
}: Pick<SentNotice, 'resposta' | 'aberto_em' | 'devolvido_em'>): string =>
  resposta ?? (bouncedAt !== null ? 'devolvido' : openedAt !== null ? 'aberto' : 'enviado')
