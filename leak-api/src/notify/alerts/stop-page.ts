import { paragraph, plainPage } from '../../base/plain-page.ts'

/** `paragraphs`: plain text; `more`: HTML. */
const pageOf = (brand: string, paragraphs: readonly string[], more = '') =>
  plainPage({ brand, title: 'Avisos por e-mail', html: paragraphs.map(paragraph).join('') + more })

export type Stopped = {
  /** Masked. */
  readonly mailbox: string
  /** Unnamed organisations are left out. */
  readonly organisations: readonly string[]
  readonly isOften: boolean
}

const aboutText = (organisations: readonly string[]) =>
  organisations.length === 0 ? 'da sua organização' : `de ${organisations.join(', ')}`

export const askPage = (brand: string, { mailbox, organisations, isOften }: Stopped): string =>
  pageOf(
    brand,
    [`Avisos de vazamentos ${aboutText(organisations)} enviados para ${mailbox}. O que você prefere?`],
    `<form method="post">${isOften ? '<button name="frequencia" value="semanal">Receber uma vez por semana</button>' : ''}` +
      '<button name="frequencia" value="nunca">Parar avisos</button></form>',
  )

export const changedPage = (brand: string, { mailbox, organisations }: Stopped, isWeekly: boolean): string =>
  pageOf(brand, [
    isWeekly
      ? `Pronto: os avisos ${aboutText(organisations)} chegam a ${mailbox} uma vez por semana, às segundas-feiras.`
      : `Pronto: os avisos ${aboutText(organisations)} não chegam mais a ${mailbox}.`,
    'Você pode mudar isso no painel, na página Avisos.',
  ]).replace('<p>Pronto', '<p role="status">Pronto')
