import type { Letter, MailPart } from './enqueue-mail.ts'
import { escape, mailFrame } from './mail-frame.ts'
import { plainPart, richPart, wrap } from './mail-parts.ts'

export type ComposedMail = { readonly subject: string; readonly text: string; readonly html: string }

export type Sender = { readonly brand: string; readonly origin: string }

export type MailContent = {
  readonly subject: string
  readonly body: readonly MailPart[]
  readonly letter?: Letter | undefined
  readonly stop?: string | undefined
}

const footer = ({ brand, origin }: Sender) => `Mensagem automática de ${brand}, ${origin}. Não responda a este e-mail.`
type LetterWords = {
  readonly lang: string
  readonly foot: (letter: Letter, sender: Sender) => string
  readonly copy: string
}
const LETTERS: Readonly<Record<Letter['language'], LetterWords>> = {
  pt: {
    lang: 'pt-BR',
    foot: ({ from, replyTo }, { brand, origin }) =>
      `Enviado por ${from} com ${brand}, ${origin}. ${replyTo === undefined ? 'Não responda a este e-mail.' : `A sua resposta vai para ${replyTo}.`}`,
    copy: 'Se o botão não abrir, copie este endereço:',
  },
  en: {
    lang: 'en',
    foot: ({ from, replyTo }, { brand, origin }) =>
      `Sent by ${from} with ${brand}, ${origin}. ${replyTo === undefined ? 'Do not reply to this e-mail.' : `Your reply goes to ${replyTo}.`}`,
    copy: 'If the button does not open, copy this address:',
  },
  es: {
    lang: 'es',
    foot: ({ from, replyTo }, { brand, origin }) =>
      `Enviado por ${from} con ${brand}, ${origin}. ${replyTo === undefined ? 'No responda a este correo.' : `Su respuesta va a ${replyTo}.`}`,
    copy: 'Si el botón no se abre, copie esta dirección:',
  },
}
export const languageOf = (letter: Letter | undefined): string => LETTERS[letter?.language ?? 'pt'].lang

const STOP = 'Receber menos avisos, ou parar'

const isAction = (part: MailPart) => typeof part === 'object' && 'link' in part

/**
 * Composes a mail. Its first link is the main action; a footer has brand and address. The HTML
 * loads nothing, and links lead where they say (M-MAIL-4).
 */
export const composeMail = ({ subject, body, letter, stop }: MailContent, sender: Sender): ComposedMail => {
  const brand = letter?.from ?? sender.brand
  const words = LETTERS[letter?.language ?? 'pt']
  const foot = letter ? words.foot(letter, sender) : footer(sender)
  const main = body.find(isAction)
  const address = main && escape(main.link)
  return {
    subject: `${subject} · ${brand}`,
    text: `${body.map(plainPart).join('\n\n')}\n\n-- \n${wrap(foot)}\n${stop === undefined ? '' : `\n${STOP}:\n${stop}\n`}`,
    html: mailFrame({
      brand,
      lang: words.lang,
      subject,
      preview: body.find((part) => typeof part === 'string') ?? subject,
      content: body.map((part) => richPart(part, part === main)).join(''),
      foot: [
        ...(address === undefined ? [] : [`${words.copy} ${address}`]),
        escape(foot),
        ...(stop === undefined ? [] : [`<a href="${escape(stop)}" style="color:inherit">${STOP}</a>.`]),
      ].join('<br>'),
    }),
  }
}
