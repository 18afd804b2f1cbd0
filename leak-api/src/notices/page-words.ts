import { NOTICE_TEXTS, type NoticeTexts } from '@atalaia/contracts/notice-texts'
import type { NoticeLanguage } from '@atalaia/contracts/notices'

type PageWords = NoticeTexts & {
  readonly keep: string
  readonly answer: string
  readonly noProof: string
  readonly declare: string
  readonly question: string
}

export const PAGE_WORDS: Readonly<Record<NoticeLanguage, PageWords>> = {
  pt: {
    ...NOTICE_TEXTS.pt,
    keep: 'Guardar as marcas',
    answer: 'Sua resposta',
    noProof: 'O outro link do e-mail também confere, sem que a senha saia do seu aparelho, se ela está no vazamento.',
    declare: 'Já troquei a senha',
    question: 'Sua pergunta a quem enviou o aviso, sem senhas',
  },
  en: {
    ...NOTICE_TEXTS.en,
    keep: 'Keep the ticks',
    answer: 'Your answer',
    noProof:
      'The other link of the email also checks whether your password is in the leak; it never leaves your device.',
    declare: 'I have changed the password',
    question: 'Your question to the person who sent the notice, without passwords',
  },
  es: {
    ...NOTICE_TEXTS.es,
    keep: 'Guardar las marcas',
    answer: 'Su respuesta',
    noProof:
      'El otro enlace del correo también comprueba, sin que la contraseña salga de su dispositivo, si está en la filtración.',
    declare: 'Ya cambié la contraseña',
    question: 'Su pregunta a quien envió el aviso, sin contraseñas',
  },
}
