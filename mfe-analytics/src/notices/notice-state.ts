import type { SentNotice } from '@atalaia/contracts/notices'

/** What became of a notice: an answer, else the last thing that happened to its mail. */
export const noticeState = ({
  resposta,
  aberto_em: openedAt,
  devolvido_em: bouncedAt,
}: Pick<SentNotice, 'resposta' | 'aberto_em' | 'devolvido_em'>) =>
  resposta ?? (bouncedAt !== null ? 'devolvido' : openedAt !== null ? 'aberto' : 'enviado')
